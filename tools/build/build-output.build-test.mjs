import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { budgets } from '../../bench/lib/budgets.ts'
import { contentSecurityPolicy } from '../../src/core/hosting/security-headers.ts'
import { projectRoot } from '../project-root.mjs'

const out = path.join(projectRoot, 'out')
const read = (file) => readFileSync(path.join(out, file), 'utf8')
const assets = readdirSync(path.join(out, 'renderer/assets'))
const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => `renderer/assets/${name}`)

/**
 * The scripts that index.html names, the program that the first of them loads, and what all of those import at once.
 */
function firstScripts() {
  const seen = new Set()
  const follow = (file) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = read(file)
    for (const [, name] of source.matchAll(
      /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*["']\.\/([^"']+\.js)["']/g,
    )) {
      follow(`renderer/assets/${name}`)
    }
  }
  for (const [, name] of read('renderer/index.html').matchAll(/(?:src|href)="(?:\.\/|\/)?(assets\/[^"]+\.js)"/g)) {
    follow(`renderer/${name}`)
    const [, program] = /import\([`"']\.\/(main-[^`"']+\.js)[`"']\)/.exec(read(`renderer/${name}`)) ?? []
    if (program !== undefined) follow(`renderer/assets/${program}`)
  }
  expect(
    [...seen].filter((file) => /\/main-/.test(file)),
    'boot.ts loads main.tsx',
  ).toHaveLength(1)
  return [...seen]
}

/** What the statements of a script import, as it is written there. Read as a program: texts in it hold code too. */
const importsOf = (source) =>
  parseAst(source).body.flatMap((statement) => ('source' in statement ? (statement.source?.value ?? []) : []))

test('the preload is one CommonJS file that requires electron and nothing else', () => {
  expect(readdirSync(path.join(out, 'preload'))).toEqual(['index.cjs'])
  const source = read('preload/index.cjs')
  expect([...source.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual(['electron'])
  expect(source).not.toMatch(/^\s*(import|export)\s/m)
})

/** A script of the main process with all that it imports. */
function withImports(file, seen = new Map()) {
  if (seen.has(file)) return seen
  const source = read(`main/${file}`)
  seen.set(file, source)
  const later = [...source.matchAll(/\bimport\(["'`](\.\/[\w.-]+\.js)["'`]\)/g)].map(([, name]) => name)
  for (const name of [...importsOf(source), ...later]) {
    const file = path.posix.normalize(name)
    if (name.startsWith('./') && existsSync(path.join(out, 'main', file))) withImports(file, seen)
  }
  return seen
}

// Each worker makes all schemas that it loads, and those of the operations are as many as the store's own.
test('the workers of the store load no operation of the service', () => {
  const inputOnly = 'ephemeralExpiration'
  expect([...withImports('web-host.js').values()].join('')).toContain(inputOnly)
  for (const worker of ['store-worker.js', 'reader-worker.js']) {
    const loaded = withImports(worker)
    expect(loaded.size, worker).toBeGreaterThan(5)
    expect(
      [...loaded].filter(([, source]) => source.includes(inputOnly)).map(([file]) => file),
      worker,
    ).toEqual([])
  }
})

test('the renderer holds neither Node nor zod', () => {
  for (const file of scripts) {
    const source = read(file)
    expect(
      importsOf(source).filter((name) => builtinModules.includes(String(name).replace(/^node:/, ''))),
      file,
    ).toEqual([])
    expect(source, file).not.toMatch(/\bimport\(\s*["'`]node:/)
    expect(source, file).not.toMatch(/ZodType|ZodError|_zod/)
    for (const name of builtinModules) expect(source, file).not.toContain(`require("${name}")`)
  }
})

test('the first scripts are small', () => {
  const files = firstScripts()
  expect(files.length).toBeGreaterThan(0)
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  process.stderr.write(`first scripts: ${files.length} files, ${Math.round(bytes / 1000)} kB gzip\n`)
  expect(bytes).toBeLessThan(budgets.firstScripts.most)
})

test('the page has nothing that its policy would block: no inline script, style or handler, no other host', () => {
  const page = read('renderer/index.html')
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:/)
})

test('the style sheet that orders the layers is the first one', () => {
  const [first] = /<link rel="stylesheet"[^>]*href="\.\/([^"]*)"/.exec(read('renderer/index.html'))?.slice(1) ?? []
  expect(read(`renderer/${first}`)).toMatch(/^@layer tokens\b/)
})

test('main and its workers bring their libraries: nothing but Node and electron is imported', () => {
  const allowed = new Set([
    'electron',
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
    'node:sqlite',
  ])
  for (const name of readdirSync(path.join(out, 'main')).filter((each) => each.endsWith('.js'))) {
    const imports = importsOf(read(`main/${name}`)).filter((from) => !from.startsWith('./'))
    expect(
      imports.filter((from) => !allowed.has(from)),
      name,
    ).toEqual([])
    // Any other letter makes V8 keep two bytes for each.
    expect(read(`main/${name}`), name).toMatch(/^[\0-\x7f]*$/)
  }
  for (const name of [
    'index.js',
    'store-worker.js',
    'reader-worker.js',
    'store-maintenance.js',
    'certificates-worker.js',
    'demo-service.js',
  ]) {
    expect(readdirSync(path.join(out, 'main'))).toContain(name)
  }
})

/**
 * The files of out/main that a program loads by itself, at once or later, with what those load: all but what a team
 * or the customer's programs alone need.
 */
function loadedWith(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, from] of read(`main/${name}`).matchAll(
    /^(?:import|export)\s*(?:[^"';]*?from\s*)?["']\.\/([^"']+\.js)["']/gm,
  )) {
    loadedWith(from, seen)
  }
  for (const [, from] of read(`main/${name}`).matchAll(/\bimport\(["']\.\/([^"']+\.js)["']\)/g)) {
    // Comments of libraries name files too.
    if (/^(open-(team|local-api)|answer-mcp)-/.test(from)) continue
    if (readdirSync(path.join(out, 'main')).includes(from)) loadedWith(from, seen)
  }
  return seen
}

test("without a team nothing of its database's client is loaded", () => {
  const speaksPostgres = (name) => /SCRAM-SHA-256/.test(read(`main/${name}`))
  const chunks = readdirSync(path.join(out, 'main')).filter((name) => name.endsWith('.js'))
  expect(chunks.filter(speaksPostgres)).toHaveLength(1)
  for (const name of ['index.js', 'web.js', 'store-worker.js', 'reader-worker.js']) {
    expect([...loadedWith(name)].filter(speaksPostgres), name).toEqual([])
  }
})

test('while programs may not connect, nothing that serves them is loaded', () => {
  const servesPrograms = (name) => read(`main/${name}`).includes('tooManyWrongKeys')
  const chunks = readdirSync(path.join(out, 'main')).filter((name) => name.endsWith('.js'))
  expect(chunks.filter(servesPrograms)).not.toEqual([])
  for (const name of ['index.js', 'web.js']) expect([...loadedWith(name)].filter(servesPrograms), name).toEqual([])
})

test('before the first assistant connects, nothing of its protocol is loaded', () => {
  const chunks = readdirSync(path.join(out, 'main')).filter((name) => name.endsWith('.js'))
  const speaksMcp = (name) => read(`main/${name}`).includes('modelcontextprotocol/protocolVersion')
  expect(chunks.filter(speaksMcp)).not.toEqual([])
  const servers = chunks.filter((name) => name.startsWith('open-local-api-'))
  expect(servers).toHaveLength(1)
  for (const name of ['index.js', 'web.js', ...servers]) expect([...loadedWith(name)].filter(speaksMcp)).toEqual([])
})

test('the licences of what is shipped are there', () => {
  expect(read('licences.txt')).toMatch(/react \d+\.\d+/)
})

test('the command line is one file that needs nothing but Node', () => {
  const file = path.join(out, 'cli/switchboardctl.mjs')
  expect(readdirSync(path.join(out, 'cli'))).toEqual(['switchboardctl.mjs'])
  const imported = [...readFileSync(file, 'utf8').matchAll(/\bfrom\s*"([^"]+)"|\bimport\("([^"]+)"\)/g)]
  for (const [, from, late] of imported) expect(from ?? late).toMatch(/^node:/)
  const run = (...args) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', env: {} })
  expect(run('help')).toMatchObject({ status: 0, stdout: expect.stringContaining('switchboardctl') })
  expect(run('status', '--data-dir', '/nowhere', '--json')).toMatchObject({ status: 3, stdout: '' })
})
