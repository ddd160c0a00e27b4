import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'

const widest = 120
const folders = ['docs', 'src', 'e2e', 'bench', 'tools']
const filesIn = (folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true }).map((file) =>
    path.posix.join(folder, file.split(path.sep).join('/')),
  )
// e2e/outside has packages of its own.
const files = [...readdirSync(projectRoot), ...folders.flatMap(filesIn)].filter(
  (file) => !file.includes('node_modules'),
)
const pages = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => /\.(ts|tsx|mts|mjs|sql)$/.test(file) && !file.endsWith('.config.ts'))

/** Lines that could have been wrapped: not a table, a heading, code, or a single word such as an address. */
export function tooWide(text) {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    const isProse = !isCode && !/^\s*[|#<]/.test(line) && /\S\s+\S/.test(line.replace(/^\s*([-*>]|\d+\.)?\s*/, ''))
    return isProse && line.length > widest ? [index + 1] : []
  })
}

test('a wide line of prose is found, and a table, a heading and code are let be', () => {
  const wide = 'word '.repeat(30)
  expect(tooWide(`${wide}\n| ${wide}\n# ${wide}\n\`\`\`\n${wide}\n\`\`\`\n- ${'x'.repeat(150)}\n- ${wide}`)).toEqual([
    1, 8,
  ])
})

test.for(pages)('%s wraps at 120 columns', (page) => {
  expect(tooWide(readFileSync(path.join(projectRoot, page), 'utf8'))).toEqual([])
})

/** Lines of comments alone, but for orders to a tool and single words. */
export const wideComments = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.length > widest && /^\s*(\/\/|\/?\*|--) *\S+ \S/.test(line) && !/^\s*\/\/ (prettier|oxlint)-/.test(line)
        ? [index + 1]
        : [],
    )

test('comments wrap at 120 columns', () => {
  expect(wideComments(`// ${'word '.repeat(30)}\n// short`)).toEqual([1])
  const wide = sources.flatMap((file) =>
    wideComments(readFileSync(path.join(projectRoot, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(wide).toEqual([])
})
