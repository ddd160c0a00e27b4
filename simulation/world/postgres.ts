import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createRandom, type Random } from '../machine/random.ts'

const schemaFolder = path.join(import.meta.dirname, '../../src/team/schema')

/** Logins of a team, the first two of them administrators'. */
export const loginOf = (desk: number): string => `desk_${desk}`
const mostDesks = 5

/** Of every simulated team: a made one would differ between two seeds of one process. */
const teamId = '00000000-0000-4000-8000-000000000001'

/**
 * PostgreSQL itself, compiled to run in this process, with the schema of a team. It has one session, so no two
 * transactions are ever under way; it reads the time from `Date` and randomness from the seed.
 */
export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** The data directory in which every team begins. Made at the first one of the process, which takes seconds. */
let prepared: ReturnType<typeof prepare> | null = null

async function prepare() {
  const db = await PGlite.create()
  drawFrom(db, createRandom(0, 'postgres'))
  const { now } = Date
  try {
    // What the schema's rows say of the time of their making is the same in every process.
    Date.now = () => Date.UTC(2026, 10, 20, 7)
    const pages = readdirSync(schemaFolder).filter((name) => name.endsWith('.sql'))
    for (const page of pages.toSorted()) await db.exec(readFileSync(path.join(schemaFolder, page), 'utf8'))
    for (let desk = 0; desk < mostDesks; desk++)
      await db.exec(
        `create role ${loginOf(desk)} login;
         grant switchboard_${desk < 2 ? 'administrator' : 'member'} to ${loginOf(desk)}`,
      )
    // The server's own history is that of this process. A restored dump is another one.
    await db.exec(
      `create schema simulation;
       create table simulation.history (generation text not null);
       insert into simulation.history values ('1');
       create or replace function switchboard.generation() returns text language sql stable security definer
         set search_path = '' as 'select generation from simulation.history';
       update switchboard.team set id = '${teamId}', keep_days = 3650`,
    )
  } finally {
    Date.now = now
  }
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'switchboard'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const directory = await db.dumpDataDir('none')
  await db.close()
  return { directory, tables: rows.map(({ name }) => name) }
}

/** @param checkValue what the team's passphrase opens */
export async function startPostgres(seed: number, checkValue: string) {
  prepared ??= prepare()
  const { directory, tables } = await prepared
  const db = await PGlite.create({ loadDataDir: directory })
  drawFrom(db, createRandom(seed, 'postgres'))
  await db.exec(`update switchboard.team set check_value = '${checkValue}'`)
  // Its alarms would ring in the middle of the simulation, at a time that no seed decides.
  insidesOf(db)._clear_setitimer()
  let login = 'postgres'
  const become = async (next: string): Promise<void> => {
    if (next !== login) await db.exec(`set session authorization ${next}`)
    login = next
  }
  const asOwner = () => become('postgres')
  /** Keeps everything as it is now. */
  const dump = async (): Promise<void> => {
    await asOwner()
    const copies = tables.map((table) => `create table dump.${table} as table switchboard.${table};`)
    await db.exec(
      `drop schema if exists dump cascade; create schema dump; ${copies.join(' ')}
       create table dump.numbers as select * from pg_sequences where schemaname = 'switchboard'`,
    )
  }
  /** Puts everything back, as a dump that is loaded into an empty database. */
  const load = async (generation: string): Promise<void> => {
    const all = tables.map((table) => `switchboard.${table}`).join(', ')
    const copies = tables.map(
      (table) => `insert into switchboard.${table} overriding system value table dump.${table};`,
    )
    await asOwner()
    await db.exec(
      `begin; set local session_replication_role = replica; truncate ${all} cascade;
       ${copies.join(' ')}
       select setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 1), last_value is not null)
         from dump.numbers;
       update simulation.history set generation = '${generation}'; commit`,
    )
  }
  return {
    dump,
    load,
    end: () => db.close(),
    /** Runs statements as its owner. */
    async ask<Row>(sql: string): Promise<readonly Row[]> {
      await asOwner()
      return (await db.query<Row>(sql)).rows
    },
    /** Answers messages of the protocol up to the end of a statement, as this login. */
    async answer(as: string, messages: Uint8Array): Promise<Buffer> {
      await become(as)
      return Buffer.from(await db.execProtocolRaw(messages))
    },
  }
}

/** The parts of PostgreSQL's module that have no API. */
interface Insides {
  readonly FS: {
    unlink(file: string): void
    createDevice(folder: string, name: string, read: () => number): void
  }
  _clear_setitimer(): void
}
const insidesOf = (db: PGlite): Insides => (db as unknown as { readonly mod: Insides }).mod

/** Makes what PostgreSQL takes for the system's randomness. */
function drawFrom(db: PGlite, random: Random): void {
  const { FS } = insidesOf(db)
  FS.unlink('/dev/urandom')
  FS.createDevice('/dev', 'urandom', () => random.int(0, 255))
}
