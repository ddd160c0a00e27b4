import { callText, functionsQuery, hostileArguments, knownValuesQuery } from '../../src/team/testing/hostile-calls.ts'
import type { KnownValues, SchemaFunction } from '../../src/team/testing/hostile-calls.ts'
import type { Machine } from '../machine/machine.ts'
import type { createDatabase } from '../world/database.ts'
import { loginOf, type Postgres } from '../world/postgres.ts'

/** Of no desk. */
const login = loginOf(4)
/** With these a member may make up what a customer, a colleague or a webhook seems to have got: nothing is promised. */
const forging = /append|enter_again|share_window|send|sent|proposal|webhook|letter|cursor/
/** Longer texts take seconds. */
const longestText = 5_000

/** A member of the team who has psql, and calls the schema's functions with whatever. */
export function createMeddler(machine: Machine, postgres: Postgres, database: ReturnType<typeof createDatabase>) {
  const random = () => machine.random('meddler').next()
  let functions: readonly SchemaFunction[] | null = null
  const literal = (value: string | readonly string[] | null): string =>
    value === null
      ? 'null'
      : typeof value === 'string'
        ? `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`
        : `'{${value.join()}}'`
  return {
    async calls(times: number): Promise<void> {
      functions ??= (await postgres.ask<SchemaFunction>(functionsQuery)).filter(({ name }) => !forging.test(name))
      const [known] = await postgres.ask<KnownValues>(knownValuesQuery.replaceAll('$1', `'${login}'`))
      for (let call = 0; call < times; call++) {
        const fn = functions[Math.floor(random() * functions.length)]
        if (fn === undefined || known === undefined) return
        const values = hostileArguments(fn, known, random)
        if (values.some((value) => typeof value === 'string' && value.length > longestText)) continue
        const text = callText(fn).replaceAll(/\$(\d+)/g, (_, index) => literal(values[Number(index) - 1] ?? null))
        await database.ask(login, text)
      }
    },
  }
}
