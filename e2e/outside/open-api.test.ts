import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { toOpenApi } from '../../src/public-api/to-open-api.ts'

const run = promisify(execFile)

/** Runs a program of others in a folder beside them, with the document as openapi.json. */
async function start() {
  const cwd = await mkdtemp(path.join(import.meta.dirname, 'node_modules/.open-api-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const document = toOpenApi({ version: '1.0.0', server: 'http://127.0.0.1:47811' })
  await writeFile(path.join(cwd, 'openapi.json'), JSON.stringify(document, null, 1))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return {
    write: (name: string, text: string) => writeFile(path.join(cwd, name), text),
    /** Answers the exit code, and what was printed. */
    run: (name: string, ...args: string[]) =>
      run(path.join(import.meta.dirname, 'node_modules/.bin', name), args, { cwd, env }).then(
        ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          text: error.stdout + error.stderr,
        }),
      ),
  }
}

const fine = { code: 0 }

test('Redocly and Spectral find nothing in the OpenAPI document', async () => {
  const scene = await start()
  await scene.write('ruleset.yaml', 'extends: ["spectral:oas"]')
  const spectral = ['lint', 'openapi.json', '--ruleset', 'ruleset.yaml', '--fail-severity', 'hint']
  expect(await scene.run('spectral', ...spectral)).toMatchObject(fine)
  // Its exit code counts errors alone.
  const redocly = await scene.run('redocly', 'lint', 'openapi.json', '--extends', 'recommended')
  expect(redocly.text).toContain('Your API description is valid')
  expect(redocly.text).not.toMatch(/warning/i)
})

test('clients that three generators make of the OpenAPI document compile under strict', async () => {
  const scene = await start()
  const orval = { input: './openapi.json', output: { target: './made/orval.ts', client: 'fetch', headers: true } }
  await scene.write('orval.config.mjs', `export default ${JSON.stringify({ api: orval })}`)
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
  }
  await scene.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['made'] }))
  expect(await scene.run('openapi-typescript', 'openapi.json', '-o', 'made/types.d.ts')).toMatchObject(fine)
  expect(await scene.run('openapi-ts', '-i', './openapi.json', '-o', './made/hey', '--no-log-file')).toMatchObject(fine)
  expect(await scene.run('orval', '--config', 'orval.config.mjs')).toMatchObject(fine)
  expect(await scene.run('tsc', '-p', '.')).toMatchObject(fine)
})
