import { manualStatus } from '../../emulator/world/behaviour.ts'
import type { InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { TestCoreOptions } from '../../core/testing/start-test-core.ts'
import { createSharedScene, type SceneDesk, type TeamScene } from './team-scene.ts'

export const sendingServices = ['receiving', 'history', 'sending', 'team'] as const

/** A send is on its way until the test lets the service answer; core itself waits as long, ms. */
export const longMs = 30_000

/** Lets the service answer the send that it holds, which may be at the service only after it is on its way here. */
export async function answerHeld({ emulator }: Pick<TeamScene, 'emulator'>): Promise<void> {
  await emulator.until({ kind: 'fault', fault: 'delay' })
  emulator.clock.advance(longMs)
}

/** Two desks of a team that send, with a customer who asked a question. */
export async function createSendingScene(options: TestCoreOptions = {}) {
  const scene = await createSharedScene({ services: sendingServices, ...options })
  // What is accepted stays so until it was seen.
  scene.instance.behave({ autoStatus: manualStatus })
  const anna = scene.instance.person('79990001122', { name: 'Anna' })
  anna.says('a question')
  for (const desk of [scene.first, scene.second]) {
    await desk.waitFor('the question is there', async () => (await desk.texts(anna.chatId)).includes('a question'))
  }
  /** The texts that the service took, in their order. */
  const taken = () =>
    scene.emulator
      .snapshot()
      .instances.flatMap(({ chats }) => chats)
      .flatMap(({ messages }) => messages)
      .filter(({ direction }) => direction === 'outgoing')
      .map(({ text }) => text)
  return { ...scene, anna, taken }
}

export async function instanceOf(desk: SceneDesk): Promise<InstanceKey> {
  const [row] = await desk.call('instances.list', {})
  if (row === undefined) throw new Error('The desk has no instance.')
  return row.key
}

export const send = async (desk: SceneDesk, chatId: string, text: string): Promise<MessageKey> => {
  const chat = await desk.chat(await instanceOf(desk), chatId)
  return (await desk.call('messages.send', { chat, text })).message
}

export const statusOf = async (desk: SceneDesk, message: MessageKey) =>
  (await desk.call('messages.details', { message })).message.status

export const becomes = (desk: SceneDesk, message: MessageKey, kind: string) =>
  desk.waitFor(`the message is ${kind}`, async () => (await statusOf(desk, message))?.kind === kind)

/** What the service says of a message may follow its answer at once. */
export const isAccepted = (kind: string | undefined) => ['accepted', 'pending', 'sent'].includes(kind ?? '')
export const untilAccepted = (desk: SceneDesk, message: MessageKey) =>
  desk.waitFor('the message is accepted', async () => isAccepted((await statusOf(desk, message))?.kind))
