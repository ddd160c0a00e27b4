import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from '../build/build.mjs'
import { dist } from '../packing/dist.mjs'
import { runToEnd } from '../process/children.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { inScratch } from '../process/scratch.mjs'
import { electronRuntime } from './electron-runtime.mjs'

const systems = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** The rows of docs/unproven.md for this system, in its order, each with a box. */
export function checklist(text, platform = process.platform) {
  const sections = text
    .split(/^## /m)
    .filter((one) => one.startsWith('Every system') || one.startsWith(systems[platform]))
  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(' | '))
    const boxes = rows
      .filter(([claim]) => claim !== 'claim' && claim !== '---')
      .map(([claim, act, outcome]) => `[ ] ${claim}\n    do:  ${act}\n    see: ${outcome}`)
    return [`\n${title}\n`, ...boxes]
  })
}

/** Checks what a machine can of docs/unproven.md, and prints what a person has to look at. Answers the exit code. */
export async function unproven(node, env, args, onExit) {
  let code = 0
  if (!args.includes('--list')) {
    if (electronRuntime(env).kind === 'missing') code = await runToEnd(node, [program('install-electron')], { env })
    await buildWhenStale(node, env)
    const specs = [program('playwright'), 'test', '--project=electron']
    code = Math.max(code, await inScratch(env, onExit, (own) => runToEnd(node, specs, { env: own })))
    code = Math.max(code, await dist(node, env, []))
  }
  process.stdout.write(`${checklist(readFileSync(path.join(projectRoot, 'docs/unproven.md'), 'utf8')).join('\n')}\n`)
  return code
}
