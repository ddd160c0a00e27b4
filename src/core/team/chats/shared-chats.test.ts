import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { createSystemClock } from '../../base/system-clock.ts'
import { createSignal } from '../../base/create-signal.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { Presence, ReadMark } from '../../sharing/shared-team.ts'
import { shareChats } from './shared-chats.ts'

const shared = 1 as SharedInstanceId
const [anna, boris] = [1, 2] as [ChatKey, ChatKey]
const chatIds = new Map([
  [anna, '200'],
  [boris, '300'],
])
const seen: readonly ReadMark[] = [{ desk: 'yara' as DeskId, readUntil: 5000 }]

/** A desk whose team answers for the marks of each chat when the test says so. */
function createDesk({
  present = [],
  isAway = () => false,
}: { readonly present?: readonly Presence[]; readonly isAway?: () => boolean } = {}) {
  const ending = new AbortController()
  const answers = new Map<string, PromiseWithResolvers<readonly ReadMark[]>>()
  const answerOf = (chat: ChatKey) => {
    const chatId = chatIds.get(chat) ?? ''
    const answer = answers.get(chatId) ?? Promise.withResolvers<readonly ReadMark[]>()
    answers.set(chatId, answer)
    return answer
  }
  const asked: string[] = []
  const parts = {
    team: {
      role: 'member',
      presences: async () => present,
      putPresence: async () => undefined,
      readMarks(_: SharedInstanceId, chatId: string) {
        asked.push(chatId)
        return answerOf(chatId === '200' ? anna : boris).promise
      },
    },
    desk: 'own' as DeskId,
    store: {
      async read(name: string, input: { readonly desks?: readonly DeskId[] } | undefined) {
        if (name === 'team.names') return (input?.desks ?? []).map((desk) => ({ desk, name: desk }))
        return name === 'team.findChats' ? present.map(() => ({ chat: anna })) : []
      },
    },
    ...{ clock: createSystemClock(), logger: createSilentLogger(), emit: () => undefined },
    database: {
      trouble: () => (isAway() ? { kind: 'closed' } : null),
      mayWrite: () => true,
      answered: () => undefined,
      opened: createSignal<[]>(),
    },
    shared: () => new Map([[1 as InstanceKey, shared]]),
    onPut: () => undefined,
    uploadAnnotations: async () => undefined,
  }
  const chats = shareChats(parts as never)
  const running = chats.run(ending.signal)
  onTestFinished(async () => {
    ending.abort()
    for (const chat of chatIds.keys()) answerOf(chat).resolve([])
    await running
  })
  return {
    ...{ chats, asked, answerOf },
    opens: (chat: ChatKey) =>
      chats.here({
        ...{ chat, writing: false },
        place: { instance: 1 as InstanceKey, shared, chatId: chatIds.get(chat) ?? '', assignee: null },
      }),
  }
}

test('a chat that is opened shows nobody who has seen another one, until the team has answered for it', async () => {
  const { chats, opens, answerOf } = createDesk()
  answerOf(anna).resolve(seen)
  await opens(anna)
  await expect.poll(() => chats.readMarks(anna)).toEqual(seen)
  await opens(boris)
  expect([chats.readMarks(anna), chats.readMarks(boris)]).toEqual([[], []])
})

test('an answer that comes after the chat was left is no other chat’s', async () => {
  const { chats, opens, answerOf, asked } = createDesk()
  await opens(anna)
  await expect.poll(() => asked).toEqual(['200'])
  await opens(boris)
  answerOf(anna).resolve(seen)
  await expect.poll(() => asked).toEqual(['200', '300'])
  expect(chats.readMarks(boris)).toEqual([])
})

test('colleagues are shown where they are, this desk itself is not, and nobody is while the database is away', async () => {
  let isAway = false
  const at = { instance: shared, chatId: '200', what: 'writing' } as const
  const present = (['own', 'yara'] as DeskId[]).map((desk) => ({ desk, ...at }))
  const { chats } = createDesk({ present, isAway: () => isAway })
  await expect.poll(() => chats.presences()).toMatchObject([{ desk: 'yara', chat: anna, what: 'writing' }])
  isAway = true
  expect(chats.presences()).toEqual([])
})
