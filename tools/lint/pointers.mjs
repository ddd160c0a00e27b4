import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Numbers of the numbered headings of a document: "### 4.6 lastOutgoingMessages" is 4.6. */
export function sectionsOf(markdown) {
  return new Set([...markdown.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number))
}

/** Four digits of each decision. */
const decisionsIn = (folder) =>
  new Set(readdirSync(folder).flatMap((name) => /^(\d{4})-.*\.md$/.exec(name)?.slice(1) ?? []))

// Between the words of a pointer a comment may go on in the next line.
const gap = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*)+`
const number = String.raw`\d{1,2}(?:\.\d{1,2})*(?![\w%])`
const next = String.raw`(?:,${gap}(?:and${gap})?|${gap}(?:and|or|to)${gap})`
const pointer = new RegExp(
  String.raw`(?<![\w/.-])([Ss]ervice|[Aa]rchitecture)${gap}(${number}(?:${next}${number})*)`,
  'g',
)
const decision = /\bADR[ -](\d+)/g

/** Ways of pointing that lead to nothing in this repository. */
const foreign = [
  new RegExp(String.raw`(?<![\w.])description,?${gap}(?:section${gap})?\d+(?:\.\d+)*`, 'gi'),
  new RegExp(String.raw`\bfield[ -]?(?:${gap})?notes?${gap}\d+(?:\.\d+)*`, 'gi'),
  new RegExp(String.raw`\boperations[ -]beyond(?:\.md)?${gap}\d+(?:\.\d+)*`, 'gi'),
  /\barchitecture, section/gi,
  /\b(?:electron|engineering|wording|operations-beyond|api-description|field-notes)\.md\b/gi,
  /(?<!\[[^\]]{0,80}\]\()\badr\/\d{4}(?!-)/g,
]

/**
 * Pointers of one file that lead nowhere, each as `line: text`. `known` holds the numbers of sections by document, and
 * those of decisions.
 */
export function deadPointers(text, known) {
  const lineOf = (index) => text.slice(0, index).split('\n').length
  const dead = []
  const report = (index, what) => dead.push(`${lineOf(index)}: ${what.replaceAll(/\s+/g, ' ')}`)
  for (const { 0: whole, 1: name, 2: numbers, index } of text.matchAll(pointer)) {
    for (const [one] of numbers.matchAll(/\d+(?:\.\d+)*/g)) {
      if (!known[name.toLowerCase()].has(one)) report(index, `${whole} (there is no ${one})`)
    }
  }
  for (const { 0: whole, 1: one, index } of text.matchAll(decision)) {
    if (!known.adr.has(one)) report(index, whole)
  }
  for (const pattern of foreign) for (const { 0: whole, index } of text.matchAll(pattern)) report(index, whole)
  return dead
}

/**
 * Scripts that a document names and that are none of `files` (paths from the root), each as `line: name`. A name
 * without a folder is any file's of that name.
 */
export function deadFiles(markdown, files) {
  const ends = files.map((file) => `/${file}`)
  return [...markdown.matchAll(/`([\w@/.-]+\.(?:ts|tsx|mts|mjs))`/g)]
    .filter(([, name]) => !name.includes('NNNN') && !ends.some((file) => file.endsWith(`/${name}`)))
    .map(({ 1: name, index }) => `${markdown.slice(0, index).split('\n').length}: ${name}`)
}

const folders = ['src', 'e2e', 'bench', 'simulation', 'tools', 'docs']
const read = /\.(?:ts|tsx|mts|mjs|cjs|css|md)$/

/** Every file in which somebody may point, relative to the root. */
export function pointingFiles(root) {
  const below = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && read.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  )
  return [...below, 'README.md', 'CONTRIBUTING.md'].filter((file) => !file.startsWith('tools/lint/pointers'))
}

/** What the documents of this repository offer to point at. */
export const pointerTargets = (root) => ({
  service: sectionsOf(readFileSync(path.join(root, 'docs/service.md'), 'utf8')),
  architecture: sectionsOf(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')),
  adr: decisionsIn(path.join(root, 'docs/adr')),
})
