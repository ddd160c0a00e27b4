import { rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ContractError } from '../../contract/errors.ts'
import type { CallContext, CoreHandlers, HostHandlers, Input, InstanceKey } from '../../contract/index.ts'
import { identityColours, serviceFamilies } from '../../contract/index.ts'
import { readFileIfThere, replaceFile } from '../base/replace-file.ts'

/** The emulated service in a process of its own, as a host starts it. */
export interface DemoProcess {
  /** The line that it prints once it serves; rejects if it ends before. */
  readonly firstLine: Promise<string>
  end(): void
}

type DemoCalls =
  | 'instances.list'
  | 'instances.add'
  | 'instances.edit'
  | 'instances.remove'
  | 'quickReplies.list'
  | 'quickReplies.save'
  | 'quickReplies.remove'

/** How soon the demo's instances answer: some of its customers wait for longer already. */
const answerTargetMs = 15 * 60_000

export interface DemoOptions {
  readonly dataDir: string
  readonly startProcess: () => DemoProcess
  readonly handlers: Pick<CoreHandlers, DemoCalls>
  readonly warn: (message: string, error: unknown) => void
  /** Timeout of the demo's start, ms. */
  readonly timeoutMs?: number
}

export interface Demo {
  readonly handlers: Pick<HostHandlers, 'host.demo' | 'host.startDemo' | 'host.endDemo'>
  /** At the start of the program: removes what the demo of an earlier run left. */
  clearLeftovers(): Promise<void>
  /** As the program ends. The samples go with the next start, so that quitting waits for nothing. */
  stop(): void
}

const demoInstances = z.object({
  instances: z.array(
    z.object({
      name: z.string(),
      apiUrl: z.string(),
      idInstance: z.string(),
      token: z.string(),
      family: z.enum(serviceFamilies),
    }),
  ),
})
const samples = z.array(z.object({ idInstance: z.string(), apiUrl: z.string() }))
type Sample = z.infer<typeof samples>[number]

const context: CallContext = { signal: new AbortController().signal }

/**
 * The demo inside the program: the emulated service as a child, and its instances among the person's own, marked as
 * samples. Which they are stands in a file before the first is added, so that ending, or the next start after a crash,
 * takes away exactly these; an instance of the person is none of them, since the address has to be the demo's as well.
 */
export function createDemo({ dataDir, startProcess, handlers, warn, timeoutMs = 30_000 }: DemoOptions): Demo {
  const file = path.join(dataDir, 'demo.json')
  let running: DemoProcess | undefined
  let known: readonly Sample[] = []
  let queueEnd: Promise<unknown> = Promise.resolve()
  /** Runs one act at a time: an end that comes while a start is under way follows it. */
  const inSequence = (act: () => Promise<void>): Promise<void> => {
    const done = queueEnd.then(act)
    queueEnd = done.catch(() => undefined)
    return done
  }

  const start = async ({ mark, replies }: Input<'host.startDemo'>): Promise<void> => {
    if (running !== undefined) return
    running = startProcess()
    try {
      const { instances } = demoInstances.parse(JSON.parse(await within(timeoutMs, running.firstLine)))
      known = instances.map(({ idInstance, apiUrl }) => ({ idInstance, apiUrl }))
      await replaceFile(file, JSON.stringify(known))
      for (const [index, instance] of instances.entries()) {
        const colour = identityColours[index % identityColours.length] ?? 'teal'
        const name = `${instance.name} (${mark})`
        const added = { ...instance, name, colour, mode: 'full', storeToken: false } as const
        const { instance: key } = await handlers['instances.add'](added, context)
        await handlers['instances.edit']({ instance: key, answerTargetMs }, context)
        for (const reply of replies) await handlers['quickReplies.save']({ ...reply, instance: key }, context)
      }
    } catch (error) {
      warn('the demo did not start', error)
      await end()
      throw new ContractError('demoFailed')
    }
  }
  const end = async (): Promise<void> => {
    const present = await keysOf(known)
    const replies = present.length === 0 ? [] : await handlers['quickReplies.list']({ scope: null }, context)
    for (const { key, instance } of replies)
      if (instance !== null && present.includes(instance)) await handlers['quickReplies.remove']({ key }, context)
    for (const instance of present) await handlers['instances.remove']({ instance, eraseHistory: true }, context)
    known = []
    running?.end()
    running = undefined
    await rm(file, { force: true })
  }
  const keysOf = async (of: readonly Sample[]): Promise<readonly InstanceKey[]> => {
    if (of.length === 0) return []
    const all = await handlers['instances.list']({}, context)
    return all.filter((instance) => of.some((sample) => isSame(sample, instance))).map(({ key }) => key)
  }

  return {
    handlers: {
      'host.demo': async () => ({ instances: await keysOf(known) }),
      'host.startDemo': (input) => inSequence(() => start(input)),
      'host.endDemo': () => inSequence(end),
    },
    clearLeftovers: () =>
      inSequence(async () => {
        const text = await readFileIfThere(file)
        if (text === undefined) return
        known = readSamples(text)
        await end()
      }),
    stop() {
      running?.end()
      running = undefined
    },
  }
}

const within = <Value>(ms: number, promised: Promise<Value>): Promise<Value> => {
  const late = new Promise<never>((_resolve, reject) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => reject(new Error("the demo's service said nothing")))
  })
  return Promise.race([promised, late])
}

const isSame = (sample: Sample, instance: Sample): boolean =>
  sample.idInstance === instance.idInstance && URL.parse(sample.apiUrl)?.origin === URL.parse(instance.apiUrl)?.origin

function readSamples(text: string): readonly Sample[] {
  try {
    return samples.parse(JSON.parse(text))
  } catch {
    return []
  }
}
