import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { CallContext, CoreHandlers } from '../../contract/index.ts'
import { joinFailure } from './team-sentences.ts'

const wanted = z.object({
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  password: z.string(),
  authority: z.string().optional(),
  name: z.string(),
  passphrase: z.string(),
  /** Makes the team where the database holds none yet. */
  create: z.boolean().default(false),
  /** Instances of this desk that the team gets, by their `idInstance`. */
  share: z.array(z.string()).default([]),
})

type Handlers = Pick<CoreHandlers, 'team.status' | 'team.join' | 'team.share' | 'instances.list'>

/**
 * `--join-team FILE`: joins the team that a JSON object names, as Settings, Team would. A desk that is in a team
 * already stays in it; one whose vault forgot the team's address, since it keeps it for one run, joins the same team
 * again. Rejects with a sentence that names no secret.
 */
export async function joinTeamFrom(file: string, handlers: Handlers): Promise<void> {
  const { data } = wanted.safeParse(await readJson(file))
  if (data === undefined) {
    throw new Error(
      `${file} names no team (--join-team): it has host, port, database, user, password, name and passphrase.`,
    )
  }
  const context: CallContext = { signal: new AbortController().signal }
  const { share, ...team } = data
  const here = await handlers['instances.list']({}, context)
  const missing = share.filter((id) => here.every(({ idInstance }) => idInstance !== id))
  if (missing.length > 0) {
    throw new Error(
      `This desk has no instance ${missing.join(', ')} to share (--join-team, "share"): add it with --add-instances.`,
    )
  }
  try {
    if ((await handlers['team.status']({}, context)).kind !== 'joined') await handlers['team.join'](team, context)
    for (const { key, idInstance } of here) {
      if (share.includes(idInstance)) await handlers['team.share']({ instance: key }, context)
    }
  } catch (error) {
    throw new Error(joinFailure(error))
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
