import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isContractError } from '../../contract/errors.ts'
import type { CallContext, CoreHandlers, InstanceKey } from '../../contract/index.ts'
import { answerTarget } from '../../contract/instances.ts'
import { identityColours, instanceKey, instanceModes, serviceFamilies } from '../../contract/index.ts'

const listed = z.array(
  z.object({
    name: z.string(),
    apiUrl: z.string(),
    idInstance: z.string(),
    token: z.string(),
    family: z.enum(serviceFamilies).default('v3'),
    colour: z.enum(identityColours).optional(),
    mode: z.enum(instanceModes).default('full'),
    storeToken: z.boolean().default(false),
    /** How soon its customers should get an answer, ms. */
    answerTargetMs: answerTarget.optional(),
    /** Quick replies of this instance. */
    quickReplies: z.array(z.object({ name: z.string(), text: z.string() })).default([]),
  }),
)

type Handlers = Pick<CoreHandlers, 'instances.add' | 'instances.edit' | 'instances.setToken' | 'quickReplies.save'>

/**
 * `--add-instances FILE`: adds what a JSON list names, as the Add instance dialog would. One that is there already
 * keeps everything but its token. Tokens are kept for this run only unless `storeToken` is true. Rejects with a
 * sentence that names no token.
 */
export async function addInstancesFrom(file: string, handlers: Handlers): Promise<void> {
  const list = listed.safeParse(await readJson(file))
  if (!list.success) throw new Error(`${file} is no list of instances (--add-instances): ${whatIsWrong(list.error)}.`)
  const context: CallContext = { signal: new AbortController().signal }
  for (const [index, { colour, answerTargetMs, quickReplies, ...instance }] of list.data.entries()) {
    const chosen = colour ?? identityColours[index % identityColours.length] ?? 'teal'
    try {
      const { instance: key } = await handlers['instances.add']({ ...instance, colour: chosen }, context)
      if (answerTargetMs !== undefined) await handlers['instances.edit']({ instance: key, answerTargetMs }, context)
      for (const reply of quickReplies) await handlers['quickReplies.save']({ ...reply, instance: key }, context)
    } catch (error) {
      const there = existing(error)
      if (there === undefined) throw new Error(`${instance.name} could not be added: ${codeOf(error)}.`)
      await handlers['instances.setToken'](
        { instance: there, token: instance.token, storeToken: instance.storeToken },
        context,
      )
    }
  }
}

/** The first thing that is wrong, by its place; no value is repeated, since it might be a token. */
function whatIsWrong(error: z.ZodError): string {
  const [entry, field] = error.issues[0]?.path ?? []
  if (typeof entry !== 'number') return 'it has to be a readable JSON array of objects'
  if (field === undefined) return `entry ${entry + 1} has to be an object with name, apiUrl, idInstance and token`
  return `entry ${entry + 1} lacks a valid "${String(field)}" (each has name, apiUrl, idInstance and token as text)`
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function existing(error: unknown): InstanceKey | undefined {
  if (!isContractError(error) || error.code !== 'instanceExists') return undefined
  return instanceKey.safeParse(error.data.details?.['instance']).data
}

const codeOf = (error: unknown): string => (isContractError(error) ? error.code : 'internal')
