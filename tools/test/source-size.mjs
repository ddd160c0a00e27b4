import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/** The size that growth is measured from: that of the last release. */
const baselineFile = path.join(import.meta.dirname, 'source-size.json')

const isProduct = (file) =>
  /\.(?:tsx?|css|sql)$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/testing/')

/** Lines and files of the product below a folder; tests and their helpers are left out. */
export function sizeOf(folder) {
  const found = readdirSync(folder, { recursive: true }).filter((file) => isProduct(`/${file.replaceAll('\\', '/')}`))
  const lines = found.map((file) => readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1)
  return { lines: lines.reduce((sum, each) => sum + each, 0), files: found.length }
}

/** One line: the size of `src` beside the baseline, so that growth is seen when it happens. */
export function describeSize(size, baseline) {
  const part = (name) => {
    const grown = size[name] - baseline[name]
    return `${size[name].toLocaleString('en')} ${name} (${grown > 0 ? '+' : ''}${grown.toLocaleString('en')})`
  }
  return `Source without tests: ${part('lines')}, ${part('files')} since the baseline`
}

/** Measures `src`; `isNewBaseline` stores the result as the baseline. Answers the line that says so. */
export function sourceSize(isNewBaseline) {
  const size = sizeOf(path.join(projectRoot, 'src'))
  if (isNewBaseline) writeFileSync(baselineFile, `${JSON.stringify(size, null, 2)}\n`)
  return describeSize(size, JSON.parse(readFileSync(baselineFile, 'utf8')))
}
