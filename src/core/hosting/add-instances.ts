import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isContractError } from '../../contract/errors.ts'
import type { CallContext, CoreHandlers, InstanceKey } from '../../contract/index.ts'
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
  }),
)

type Handlers = Pick<CoreHandlers, 'instances.add' | 'instances.setToken'>

/**
 * `--add-instances FILE`: adds what a JSON list names, as the Add instance dialog would. One that is there already keeps
 * everything but its token. Tokens are kept for this run only unless `storeToken` is true. Rejects with a sentence that
 * names no token.
 */
export async function addInstancesFrom(file: string, handlers: Handlers): Promise<void> {
  const list = listed.safeParse(await readJson(file))
  if (!list.success) throw new Error(`${file} is not a list of instances (--add-instances).`)
  const context: CallContext = { signal: new AbortController().signal }
  for (const [index, { colour, ...instance }] of list.data.entries()) {
    const chosen = colour ?? identityColours[index % identityColours.length] ?? 'teal'
    try {
      await handlers['instances.add']({ ...instance, colour: chosen }, context)
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
