import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { refusalOfName, retiredNames, retiredParts } from './names.mjs'

/** One retired name for every kind of place that declares names, each in a file of its own. */
const refused = {
  'core/a/variable.ts': 'export const told = 1',
  'core/a/function.ts': 'export function createKeeper() {}',
  'core/a/parameter.ts': 'export const add = (behindBy: number) => behindBy',
  'core/a/type.ts': 'export type StatusNote = string',
  'core/a/property.ts': 'export interface Options { readonly isKept: boolean }',
  'core/a/method.ts': 'export class Tracker { #look() { return this.#look } }',
  'core/a/sql.ts': "export const query = 'select 1 from team_word'",
  'core/a/template.ts': 'export const query = `select told_at from note`',
  'core/a/sending-house.ts': 'export const value = 1',
  'renderer/a/words.tsx': 'export const value = 1',
}
const permitted = {
  'core/search/words.ts': 'export const indexWords = (text: string) => text.split(" ")',
  'core/a/look-back.ts': 'export const lookBackMinutes = 5',
  'core/a/library.ts': "import { once } from 'node:events'\nexport const first = () => once(process, 'exit', {})",
}

let tree
beforeAll(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'switchboard-names-'))
  mkdirSync(path.join(tree, 'tools/lint'), { recursive: true })
  for (const file of ['layers.mjs', 'names.mjs', 'regexes.mjs', 'clocks.mjs', 'alternatives.mjs']) {
    cpSync(path.join(projectRoot, 'tools/lint', file), path.join(tree, 'tools/lint', file))
  }
  cpSync(path.join(projectRoot, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'))
  for (const [from, line] of Object.entries({ ...refused, ...permitted })) {
    const file = path.join(tree, 'src', from)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${line}\n`)
  }
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test('a retired name is refused wherever it is declared, and what a library or a text calls so is not', () => {
  const found = new Set()
  let output
  try {
    output = execFileSync(process.execPath, [program('oxlint'), '--format', 'json', 'src'], {
      cwd: tree,
      encoding: 'utf8',
    })
  } catch (error) {
    output = error.stdout
  }
  for (const { code, filename } of JSON.parse(output).diagnostics) {
    if (code === 'names(retired)') found.add(path.posix.relative('src', filename.replaceAll('\\', '/')))
  }
  expect([...found].toSorted()).toEqual(Object.keys(refused).toSorted())
})

test('each refusal says what to write instead', () => {
  for (const [part, instead] of Object.entries(retiredParts)) {
    expect(refusalOfName(`${part}Value`, 'src/core/a.ts')).toBe(
      `"${part}" in ${part}Value is retired. Write ${instead}.`,
    )
  }
  for (const [name, instead] of Object.entries(retiredNames)) {
    expect(refusalOfName(name, 'src/core/a.ts')).toBe(`${name} is retired. Write ${instead}.`)
  }
})

/** Types that core exports, with the files that export them. */
function exportedTypes(files) {
  const types = new Map()
  for (const [file, text] of files) {
    for (const [, name] of text.matchAll(/^export (?:declare )?(?:interface|type|class|enum) ([A-Z]\w*)/gm)) {
      types.set(name, [...(types.get(name) ?? []), file])
    }
  }
  return [...types].filter(([, places]) => places.length > 1)
}

test('two types of core never have one name', () => {
  expect(
    exportedTypes([
      ['a.ts', 'export type Cell = 1'],
      ['b.ts', 'export interface Cell {}'],
    ]),
  ).toHaveLength(1)
  const core = path.join(projectRoot, 'src/core')
  const files = readdirSync(core, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(core, file), 'utf8')])
  expect(files.length).toBeGreaterThan(300)
  expect(exportedTypes(files)).toEqual([])
})

/** CSS classes, custom properties and message ids of the renderer that have a retired part. */
function retiredStrings(files) {
  return files.flatMap(([file, text]) => {
    const names = file.endsWith('.css')
      ? text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?:\.|--)([a-z][\w-]*)/gi)
      : text.matchAll(/^ {2}'([\w.]+)':/gm)
    return [...names].flatMap(([, name]) => (refusalOfName(name, file) === undefined ? [] : [`${file}: ${name}`]))
  })
}

test('CSS classes and message ids have no retired part', () => {
  expect(
    retiredStrings([
      ['src/renderer/a.css', '.kept-note { --look: 1; } /* .told */\n.text { margin: 1.5px; }'],
      ['src/renderer/messages.en.ts', "export const en = {\n  'a.notTold': 'told',\n  'a.text': 'kept',\n}"],
    ]),
  ).toEqual(['src/renderer/a.css: kept-note', 'src/renderer/a.css: look', 'src/renderer/messages.en.ts: a.notTold'])
  const files = readdirSync(path.join(projectRoot, 'src/renderer'), { recursive: true })
    .map((file) => `src/renderer/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.css$|\/messages\.en\.ts$/.test(file))
    .map((file) => [file, readFileSync(path.join(projectRoot, file), 'utf8')])
  expect(files.length).toBeGreaterThan(40)
  expect(retiredStrings(files)).toEqual([])
})
