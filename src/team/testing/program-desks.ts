import type { Input } from '../../contract/index.ts'
import type { ProgramDesk } from '../../core/programs/desk/program-desk.ts'
import type { CalledOperation, CallInput, OperationAnswer } from '../../core/programs/desk/program-operations.ts'
import type { TestCoreOptions } from '../../core/testing/start-test-core.ts'
import { createTeamScene, giveToken, type SceneDesk } from './team-scene.ts'
import type { Role } from './team-database.ts'

/** A desk as a program finds it. */
export interface OpenDesk extends SceneDesk {
  /** Asks as the program whose key this is. Rejects with ProgramError and ContractError. */
  ask<Id extends CalledOperation>(
    key: string,
    id: Id,
    input: CallInput<Id>,
    signal?: AbortSignal,
  ): Promise<OperationAnswer<Id>>
  /** Sends several messages as the program. */
  sendAll(key: string, inputs: readonly CallInput<'sendMessage'>[]): Promise<unknown>
  admits(key: string): boolean
}

const services = ['receiving', 'history', 'sending', 'team', 'programs', 'proposals'] as const

/** A script of the team that may do everything. */
export const teamProgram = (more: Partial<Input<'programs.add'>> = {}): Input<'programs.add'> => ({
  name: 'CRM',
  purpose: 'script',
  protocol: 'jsonl',
  scope: { instances: null, kinds: null, labels: null, groups: true },
  rights: ['see', 'draft', 'send', 'administer'],
  sendLimits: { minute: 1000, hour: 10_000, day: 100_000 },
  from: null,
  keyExpiresAt: null,
  readWhenWritten: false,
  webhook: null,
  authorization: '',
  ofTeam: true,
  ...more,
})

/** Desks of a team that programs may connect to, the first one an administrator's that receives. */
export async function createOpenDesks(names: readonly string[] = ['Anna'], options: TestCoreOptions = {}) {
  const scene = await createTeamScene()
  const open = async (name: string, role: Role, given: TestCoreOptions = {}): Promise<OpenDesk> => {
    let place: ProgramDesk | null = null
    const desk = await scene.desk(name, role, {
      ...{ services: [...services], random: Math.random, ...options, ...given },
      openLocalApi: ({ desk: found, port }) => {
        place = found
        return Promise.resolve({ port, close: () => Promise.resolve() })
      },
    })
    const admitted = (key: string) => {
      if (place === null) throw new Error('Programs may not connect to this desk.')
      return place.admit(key)
    }
    return {
      ...desk,
      admits: (key) => admitted(key).kind === 'admitted',
      ask(key, id, input, signal = new AbortController().signal) {
        const admission = admitted(key)
        if (admission.kind === 'refused') throw new Error(`The key is refused: ${admission.reason}`)
        return admission.connection.call(id, input, signal)
      },
      async sendAll(key, inputs) {
        const admission = admitted(key)
        if (admission.kind === 'refused') throw new Error(`The key is refused: ${admission.reason}`)
        return admission.connection.sendAll(inputs, new AbortController().signal)
      },
    }
  }
  const begin = async (desk: OpenDesk) => {
    await desk.call('settings.update', { programs: true })
    await desk.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
  }
  const first = await open('Yara', 'administrator', { instances: [scene.account] })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  await first.untilReader()
  await begin(first)
  let members = 1
  const join = async (name: string, role: Role = 'member', given: TestCoreOptions = {}) => {
    const desk = await open(name, role, given)
    await desk.join()
    members += 1
    await desk.untilMembers(members)
    await begin(desk)
    return desk
  }
  const others: OpenDesk[] = []
  for (const name of names) others.push(await join(name))
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  const desks = [first, ...others]
  for (const desk of desks) await desk.untilMembers(desks.length)
  for (const desk of desks)
    await desk.waitFor('the question is there', async () => (await desk.texts(lena.chatId)).includes('a question'))
  /** The texts that the service took, in their order. */
  const taken = () =>
    scene.emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats)
      .flatMap(({ messages }) => messages)
      .filter(({ direction }) => direction === 'outgoing')
      .map(({ text }) => text)
  /** Adds the team's program at the first desk, and gives its key when all desks admit it. */
  const addProgram = async (more: Partial<Input<'programs.add'>> = {}) => {
    const { key } = await first.call('programs.add', teamProgram(more))
    if (key === null) throw new Error('The program has no key.')
    for (const desk of desks) await desk.waitFor('the key is known', () => desk.admits(key))
    return key
  }
  return {
    ...scene,
    first,
    others,
    desks,
    lena,
    taken,
    join,
    addProgram,
    address: { ...account(scene), chatId: lena.chatId },
  }
}

const account = ({ account: { idInstance } }: { readonly account: { readonly idInstance: string } }) => ({
  instanceId: idInstance,
})
