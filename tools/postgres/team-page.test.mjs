import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../src/team/testing/team-database.ts'
import { postgresProgram, startPostgres } from './postgres.mjs'
import { projectRoot } from '../project-root.mjs'

const psql = postgresProgram('psql')
const page = readFileSync(path.join(projectRoot, 'docs/team.md'), 'utf8')
const blocks = [...page.matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text)
/** The one block of the page that begins so, with what a person fills in. */
const block = (start, password = '...') => {
  const [found, ...others] = blocks.filter((text) => text.startsWith(start))
  expect(others).toEqual([])
  expect(found).toBeDefined()
  return found.replace(`'...'`, `'${password}'`)
}

// The PostgreSQL that npm brings has no psql.
test(
  'the commands of the page, run as they stand by a login with createrole, make a team, let a member in and take them out',
  { skip: process.platform === 'win32' || psql === undefined },
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const programs = path.dirname(psql)
    const shell = (command, user, password) =>
      promisify(execFile)('sh', ['-e', '-c', command], {
        cwd: projectRoot,
        env: {
          PATH: `${programs}${path.delimiter}${process.env.PATH}`,
          ...{ PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: user, PGPASSWORD: password },
        },
      }).then(({ stdout }) => stdout.trim())
    const sql = (text) =>
      shell(`psql -d switchboard_bremen -v ON_ERROR_STOP=1 -At <<'SQL'\n${text}\nSQL`, 'bremen', 'of the database')
    await shell(
      `psql -d postgres -c "create role bremen login createdb createrole password 'of the database'"`,
      server.owner,
      server.password,
    )

    await shell(block('createdb '), 'bremen', 'of the database')
    await sql(block('create role anna', 'of anna'))
    await sql(block('create role anna', 'of ines').replaceAll('anna', 'ines').replace('_member', '_administrator'))

    const place = { host: '127.0.0.1', port: server.port, database: 'switchboard_bremen' }
    const anna = await openDesk({ ...place, user: 'anna', password: 'of anna' })
    await anna.beHere('Anna')
    expect(anna.role).toBe('member')
    const ines = await openDesk({ ...place, user: 'ines', password: 'of ines' })
    await ines.beHere('Ines')
    expect(ines.role).toBe('administrator')
    await sql("create role stranger login password 'of a stranger'")
    await expect(openDesk({ ...place, user: 'stranger', password: 'of a stranger' })).rejects.toMatchObject({
      trouble: {},
    })

    for (const [, statement] of page.matchAll(/`(select [^`]+)`/g)) await sql(statement)

    const [member] = (await ines.members()).filter(({ login }) => login === 'anna')
    await ines.removeMember(member.desk)
    await sql(block('drop role anna'))
    expect(await sql(`select count(*) from pg_roles where rolname = 'anna'`)).toBe('0')
    await expect(anna.members()).rejects.toMatchObject({ trouble: { kind: 'notAllowed' } })
    await expect(openDesk({ ...place, user: 'anna', password: 'of anna' })).rejects.toMatchObject({ trouble: {} })
  },
)
