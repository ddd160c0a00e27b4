import { expect, test } from 'vitest'
import { readTeamAddress } from './team-address.ts'

const of = (typed: string) => {
  const read = readTeamAddress(typed)
  return read.ok
    ? [read.fields.user, read.fields.password, read.fields.host, read.fields.port, read.fields.database]
    : read.problem
}

test.for([
  ['postgres://anna@db.example.net:6543/desk', ['anna', '', 'db.example.net', 6543, 'desk']],
  ['  postgresql://anna:p%40ss@10.0.0.1/desk?sslmode=require ', ['anna', 'p@ss', '10.0.0.1', 5432, 'desk']],
  ['anna@localhost/desk', ['anna', '', 'localhost', 5432, 'desk']],
  ['postgres://anna@[::1]:5433/desk', ['anna', '', '::1', 5433, 'desk']],
  ['', 'empty'],
  ['   ', 'empty'],
  ['https://anna@db.example.net/desk', 'form'],
  ['postgres://anna@db.example.net:99999/desk', 'form'],
  ['postgres://an%na@db.example.net/desk', 'form'],
  ['db.example.net/desk', 'noUser'],
  ['anna@db.example.net', 'noDatabase'],
  ['anna@db.example.net/a/b', 'noDatabase'],
] as const)('%s', ([typed, read]) => {
  expect(of(typed)).toEqual(read)
})
