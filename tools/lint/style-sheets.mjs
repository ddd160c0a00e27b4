// Which style sheets are loaded where a class is used. A sheet that only a view imports, loaded later, styles nothing
// in another view until that view was opened.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?['"](\.[^'"]+)['"]/gm
const lateImport = /import\(\s*['"](\.[^'"]+)['"]/g
/** A value that a class depends on. */
const compared = /[!=]==\s*'[^']*'/g
const className = /className="([^"]*)"|className=\{([^}]*)\}|\bcx\(([^)]*)\)/g

/** Sources and sheets of a window, by path relative to `root`. */
export function readWindow(root) {
  const names = readdirSync(root, { recursive: true })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.includes('.test.'))
  return new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
}

const importsOf = (name, text, pattern) =>
  [...text.matchAll(pattern)].map(([, target]) => path.posix.join(path.posix.dirname(name), target))

/** Classes of each sheet's selectors. */
function classesOf(text) {
  const selectors = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g)
  return new Set(
    [...selectors].flatMap(([, selector]) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)),
  )
}

/** Classes that a source names in full; those that are put together of parts are not known. */
function usesOf(text) {
  const expressions = [...text.matchAll(className)]
  const plain = expressions.flatMap(([, whole]) => (whole ?? '').split(/\s+/))
  const quoted = expressions.flatMap(([, , inBraces, inCall]) =>
    [...(inBraces ?? inCall ?? '').replaceAll(compared, '').matchAll(/'([^']*)'/g)].flatMap(([, names]) =>
      names.split(/\s+/),
    ),
  )
  return new Set([...plain, ...quoted].filter((name) => name !== ''))
}

/**
 * Lists `class, source` where no sheet with the class is sure to be loaded. `entry`: what a start loads. A source that
 * is imported late has what it imports, and what all that import it late have.
 */
export function findUnstyled(files, entry, always) {
  const reached = (start) => {
    const seen = new Set()
    for (const waiting = [start]; waiting.length > 0;) {
      const name = waiting.pop()
      if (seen.has(name) || !files.has(name)) continue
      seen.add(name)
      waiting.push(...importsOf(name, files.get(name), staticImport))
    }
    return seen
  }
  const late = new Map()
  for (const [name, text] of files) {
    for (const target of importsOf(name, text, lateImport)) late.set(target, [...(late.get(target) ?? []), name])
  }
  const closures = new Map([entry, ...late.keys()].map((root) => [root, reached(root)]))
  const parents = (root) =>
    [...closures].filter(([, within]) => (late.get(root) ?? []).some((name) => within.has(name)))
  const loaded = new Map(
    [...closures.keys()].map((root) => [root, root === entry ? closures.get(entry) : new Set(files.keys())]),
  )
  for (let changed = true; changed;) {
    changed = false
    for (const [root, closure] of closures) {
      if (root === entry) continue
      const [first = new Set(), ...rest] = parents(root).map(([parent]) => loaded.get(parent))
      const shared = [...first].filter((name) => rest.every((other) => other.has(name)))
      const next = new Set([...closure, ...shared])
      if (next.size !== loaded.get(root).size) changed = true
      loaded.set(root, next)
    }
  }
  const sheets = [...files].filter(([name]) => name.endsWith('.css')).map(([name, text]) => [name, classesOf(text)])
  const found = new Set()
  for (const [name, text] of files) {
    if (!name.endsWith('.tsx')) continue
    for (const use of usesOf(text)) {
      const having = sheets.filter(([, classes]) => classes.has(use)).map(([sheet]) => sheet)
      if (having.length === 0 || having.some((sheet) => always.includes(sheet))) continue
      for (const [root, closure] of closures) {
        if (closure.has(name) && !having.some((sheet) => loaded.get(root).has(sheet))) found.add(`${use}, ${name}`)
      }
    }
  }
  return [...found].toSorted()
}

/** What stands before a value in a name that is put together: `st-${status}` begins with `st-`. */
const beginnings = /(?<=[`'"\s])([a-z][a-z-]*-)\$\{/g

const textInQuotes = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g

/** Classes that components name and no sheet styles, and those of sheets that no source names. */
export function findUnmatched(files) {
  const sources = [...files].filter(([name]) => !name.endsWith('.css')).map(([, text]) => text)
  const styled = new Set([...files].flatMap(([name, text]) => (name.endsWith('.css') ? [...classesOf(text)] : [])))
  const begun = sources.flatMap((text) => [...text.matchAll(beginnings)].map(([, beginning]) => beginning))
  const words = new Set(
    sources.flatMap((text) => (text.match(textInQuotes) ?? []).flatMap((each) => each.slice(1, -1).split(/\s+/))),
  )
  return {
    unstyled: [...new Set(sources.flatMap((text) => [...usesOf(text)]))].filter(
      (name) => !styled.has(name) && /^[a-z][\w-]*$/.test(name),
    ),
    unnamed: [...styled].filter((name) => !words.has(name) && !begun.some((beginning) => name.startsWith(beginning))),
  }
}

const selectors =
  /\b(?:locator|querySelector|querySelectorAll|closest|matches|waitForSelector)\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g
const notClasses = /\[[^\]]*\]|\$\{[^}]*\}/g

/** Lists `class, script` where a script outside the window selects by a class that no sheet styles: it was removed. */
export function findStaleSelectors(files, scripts) {
  const styled = new Set([...files].flatMap(([name, text]) => (name.endsWith('.css') ? [...classesOf(text)] : [])))
  return [...scripts].flatMap(([script, text]) => {
    const selected = [...text.matchAll(selectors)].flatMap(([, ...quoted]) =>
      [
        ...quoted
          .join('')
          .replaceAll(notClasses, '')
          .matchAll(/\.([a-z][\w-]*)/g),
      ].map(([, name]) => name),
    )
    return [...new Set(selected)].filter((name) => !styled.has(name)).map((name) => `${name}, ${script}`)
  })
}
