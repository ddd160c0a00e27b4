import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'

// The reader of YAML that electron-builder brings.
const require = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'))
const { load } = require('js-yaml')

const folder = path.join(projectRoot, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, load(readFileSync(path.join(folder, name), 'utf8'))])
const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps))

describe.each(workflows)('the workflow %s', (name, { jobs, permissions }) => {
  test('can be read, may only read, and ends by itself', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('is told of in docs/unproven.md', () => {
    expect(readFileSync(path.join(projectRoot, 'docs/unproven.md'), 'utf8')).toContain(`.github/workflows/${name}`)
  })
})

test('tests and packages on three systems, from Node 20 where a package brings Node 24', () => {
  const [, { jobs }] = workflows.find(([name]) => name === 'ci.yml')
  const systems = (job) => jobs[job].strategy.matrix.include.map(({ os, node }) => `${os.split('-')[0]} ${node}`)
  expect(systems('test')).toEqual(['ubuntu 20', 'macos 24', 'windows 20'])
  expect(systems('package')).toEqual(['ubuntu 20', 'macos 24', 'windows 20'])
  const targets = jobs.package.strategy.matrix.include.map(({ target }) => target)
  expect(targets).toEqual(['--linux', '--mac', '--win'])
  const ciSteps = Object.values(jobs).flatMap((job) => job.steps)
  for (const { with: given } of ciSteps.filter(({ uses }) => uses?.includes('setup-node'))) {
    expect(given).toEqual({ 'node-version': '${{ matrix.node }}', cache: 'npm' })
  }
})

test('runs every night what npm test runs in a short form', () => {
  const [, { on, jobs }] = workflows.find(([name]) => name === 'nightly.yml')
  expect(on.schedule).toHaveLength(1)
  expect(jobs.long.steps.map(({ run }) => run ?? '').join('\n')).toContain('npm run test:long')
})

test('uses what others made at a commit, not at a tag that can be moved', () => {
  const used = steps.flatMap(({ uses }) => uses ?? [])
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
})

test('runs commands that there are', () => {
  const commands = steps.flatMap(({ run }) => run?.split('\n') ?? [])
  for (const [, script] of commands
    .join('\n')
    .matchAll(/npm (?:run )?(test:long|test|dist|build|lint|types|electron)\b/g)) {
    expect(scripts).toHaveProperty(script)
  }
  const own = path.join(projectRoot, '.ci/run')
  expect(commands.join('\n')).toContain('.ci/run')
  expect(existsSync(own) && (process.platform === 'win32' || (statSync(own).mode & 0o111) !== 0)).toBe(true)
})
