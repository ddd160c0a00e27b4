import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/** Packages whose code ends up in what people get: the dependencies of package.json and theirs, without the tools. */
export function shippedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([where, { dev, optional }]) => where !== '' && !dev && !optional)
    .map(([where, { version, license }]) => ({ where, name: where.replace(/^.*node_modules\//, ''), version, license }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Writes out/licences.txt: every shipped package with its licence text, in the order of the alphabet. */
export function writeLicences() {
  const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'))
  const sections = shippedPackages(lock).map(({ where, name, version, license }) =>
    [`${name} ${version} (${license ?? 'see below'})`, '', licenceText(path.join(projectRoot, where))].join('\n'),
  )
  const intro = 'Switchboard contains software of others, under these licences.'
  writeFileSync(
    path.join(projectRoot, 'out', 'licences.txt'),
    `${[intro, ...sections].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`,
  )
}

function licenceText(folder) {
  try {
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|$)/i.test(name))
    return file
      ? readFileSync(path.join(folder, file), 'utf8').trim()
      : 'The package brings no licence text of its own.'
  } catch {
    return 'The package is not installed on this system.'
  }
}
