import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TeamError } from '../core/sharing/team-error.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'

const folder = new URL('schema/', import.meta.url)
const openFunctions = `select p.oid::regprocedure::text as name from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
  where p.pronamespace = 'switchboard'::regnamespace and acl.grantee = 0`

test('a schema without grants.sql opens no function to everybody', async () => {
  const database = await createTeamDatabase({ empty: true })
  for (const name of (await readdir(folder)).filter((file) => /^\d/.test(file)).toSorted())
    await database.run(await readFile(new URL(name, folder), 'utf8'))
  expect(await database.run(openFunctions)).toEqual([])
  // As a schema that is created again: the roles are there already.
  await database.run(`grant usage on schema switchboard to switchboard_viewer;
    insert into switchboard.instance (api_url, id_instance, family, prefix, name, colour, token, token_id, counts_from, answer_target_ms)
      values ('', '', '', '', '', '', '', '', 0, 60000);
    insert into switchboard.lease (instance) values (1)`)
  const { user } = await database.login('viewer')
  const forged = `select switchboard.add_entry(1, 1, 'notification', '{}', true, '1', 'h', true, null, null)`
  await expect(database.run(`set session authorization ${user}; ${forged}`)).rejects.toThrow(/permission denied/)
  expect(await database.run('select from switchboard.journal')).toEqual([])
})

test('a desk refuses a database with a function that is open to everybody, and one whose grants are older than its schema', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  const trouble = async () => {
    const error = await openDesk(address).catch((thrown: unknown) => thrown)
    return error instanceof TeamError ? error.trouble : null
  }
  const changes = [
    [
      'grant execute on function switchboard.next_n(bigint) to public',
      'revoke execute on function switchboard.next_n(bigint) from public',
    ],
    [
      'update switchboard.team set granted_version = schema_version - 1',
      'update switchboard.team set granted_version = schema_version',
    ],
  ] as const
  for (const [change, mend] of changes) {
    await database.run(change)
    expect(await trouble(), change).toEqual({ kind: 'grantsMissing' })
    await database.run(mend)
    expect(await trouble()).toBeNull()
  }
})
