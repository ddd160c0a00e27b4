import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ended, endWithParent, firstJsonLine, start } from '../process/children.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'

const passphrase = 'a phrase that the demo knows'
const names = ['Anna', 'Yara']

/**
 * Two desks of one team, each a browser host with a window of its own, on the emulated service and a PostgreSQL that
 * ends with the demo. The first desk brings the instances, the second gets them from the team. Resolves with the exit
 * code once a desk ends.
 * @param {{ scratch: string, list: string, instances: readonly { idInstance: string }[], args: readonly string[] }}
 * demo
 */
export async function demoTeam(node, env, { scratch, list, instances, args }) {
  say('Starting a PostgreSQL for the team ...')
  const program = path.join(projectRoot, 'tools/start/demo-database.ts')
  const { logins } = await firstJsonLine(
    start(node, [...endWithParent, program], { env, stdout: 'pipe' }),
    'The database',
  )
  const desks = []
  // One after the other: the second joins the team that the first has made.
  for (const [index, name] of names.entries()) {
    const isFirst = index === 0
    const file = path.join(scratch, `team-${index}.json`)
    const share = isFirst ? instances.map(({ idInstance }) => idInstance) : []
    const team = { ...logins[index], name, passphrase, create: isFirst, share }
    writeFileSync(file, JSON.stringify(team), { mode: 0o600 })
    const host = path.join(projectRoot, 'out', 'main', 'web.js')
    const more = isFirst ? ['--add-instances', list] : []
    const desk = start(
      node,
      [
        ...endWithParent,
        host,
        '--data-dir',
        path.join(scratch, `desk-${index}`),
        '--join-team',
        file,
        ...more,
        ...args,
      ],
      { env: { ...env, SWITCHBOARD_PASSPHRASE: passphrase }, stdout: 'pipe' },
    )
    const { url } = await firstJsonLine(desk, `${name}'s desk`)
    process.stdout.write(`${JSON.stringify({ desk: name, url })}\n`)
    desks.push(desk)
  }
  say('Two desks of one team are open: write in one, and look at the other. Ctrl+C ends both.')
  return Promise.race(desks.map((desk) => ended(desk)))
}
