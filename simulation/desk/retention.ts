import type { LabelKey } from '../../src/contract/ids.ts'
import type { TestCore } from '../../src/core/testing/start-test-core.ts'
import type { Snapshot } from '../../src/emulator/snapshot.ts'
import type { Machine } from '../machine/machine.ts'
import type { Step } from '../plan/steps.ts'
import { outboxRows, readStoreFile } from '../promises/store-file.ts'
import type { ChatFacts } from '../promises/waiting.ts'
import type { Customers } from '../world/customers.ts'
import type { Computer } from './computer.ts'
import { openChat } from './person.ts'
import type { createProgram } from './program.ts'

type World = Snapshot['instances'][number]
type WorldMessage = World['chats'][number]['messages'][number]
type Retains = Extract<Step, { kind: 'retains' }>

const hour = 3_600_000
const day = 24 * hour
const everything = { scope: null, filter: 'all', offset: 0, limit: 200 } as const

/** The person keeps messages for one day, and chats with a label, snoozed or marked as unread for longer. */
export function createRetention(
  machine: Machine,
  computer: Computer,
  folder: string,
  customers: Customers,
  program: ReturnType<typeof createProgram>,
) {
  let wanted: Retains | null = null
  /** Since when chats are kept whole, epoch ms. */
  const labelled = new Map<string, number>()
  /** When chats were last snoozed or marked as unread, epoch ms: what anybody does in them may end that. */
  const putAside = new Map<string, number>()
  /** Messages that retention removed. */
  const gone = new Set<string>()
  /** What the window shows at the end, and how often the program was started until then. */
  let shown: { readonly starts: number; readonly lists: string } | null = null
  let isOver = false
  /** When the calm began, epoch ms. */
  let begunAt: number | null = null
  /** The chat that was closed in the calm holds nothing that is old. */
  let isFree = false
  const trueTime = () => machine.epoch + machine.now
  const holdIn = async (app: TestCore, { holds, who }: Retains, label: LabelKey) => {
    const facts = customers.facts(who)
    const { chatId } = facts
    const { chat } = await openChat(app, chatId)
    if (holds === 'snooze') {
      // While it is not answered, nobody knows what it covers.
      facts.snoozedAt = Infinity
      await app.call('chats.snooze', { chat, until: Math.ceil(Date.now() + 30 * day) })
      facts.snoozedAt = trueTime()
    }
    if (holds === 'unread') await app.call('chats.markUnread', { chat })
    if (holds === 'label') {
      await app.call('labels.set', { chat, label, on: true })
      if (!labelled.has(chatId)) labelled.set(chatId, trueTime())
    } else if (holds !== 'nothing') putAside.set(chatId, trueTime())
  }
  const set = (step: Retains) =>
    computer.inProcess('keeps messages for a day', (app) => {
      const work = async () => {
        const known = (await app.call('labels.list', {})).find(({ name }) => name === 'kept')
        const { key: label } = known ?? (await app.call('labels.save', { name: 'kept' }))
        await holdIn(app, step, label)
        const instances = step.isOwn ? [{ instance: app.firstKey(), days: 1 }] : []
        await app.call('retention.set', { days: step.isOwn ? null : 1, instances, labels: [label] })
        machine.note('messages are kept for a day')
      }
      work().catch((error: unknown) => machine.noteRefusal('keeping messages for a day', error))
    })
  /** One customer's chat is over, and all histories are read. */
  const closesAndReads = () =>
    computer.inProcess('closes a chat and reads histories', (app) => {
      const work = async () => {
        const facts = customers.facts(1)
        const { chat } = await openChat(app, facts.chatId)
        await app.call('chats.markRead', { chat })
        await app.call('chats.setDone', { chat, upTo: null })
        facts.readAt = facts.closedAt = trueTime()
        const { rows } = await app.call('chats.list', everything)
        // What a process that was killed did not answer may be stored: the list knows whether the chat has the label.
        const isLabelled = rows.some(({ key, labels }) => key === chat && labels.length > 0)
        isFree = !isLabelled && facts.snoozedAt === -Infinity
        for (const row of rows) await app.call('history.refresh', { chat: row.key })
      }
      work().catch((error: unknown) => machine.noteRefusal('reading histories', error))
    })
  const stored = () =>
    readStoreFile(folder, (tx) => {
      const ids = tx.all<{ id: string }>('select id_message as id from message where id_message is not null')
      const mark = tx.get<{ at: number }>('select max(retained_from) as at from instance')?.at ?? 0
      const asked = outboxRows(tx).filter(({ state }) => state !== 'accepted')
      return { here: new Set(ids.map(({ id }) => id)), mark, asked: new Set(asked.map(({ idMessage }) => idMessage)) }
    })
  const lastAct = ({ sentAt, phoneAt, closedAt, closedWithAllAt, writtenAt, readAt }: ChatFacts): number =>
    Math.max(sentAt, phoneAt, closedAt, closedWithAllAt, writtenAt, readAt)
  /** From when on no message of a chat may be removed, epoch ms. */
  const wholeFrom = (facts: ChatFacts): number => {
    const acted = lastAct(facts)
    const aside = putAside.get(facts.chatId) ?? -Infinity
    const isAside = aside - Math.max(facts.wroteAt, acted) > hour
    // What was written is received within the hour.
    const waitsSince = facts.wroteAt - acted > 2_000 ? facts.wroteAt + hour : Infinity
    return Math.min(labelled.get(facts.chatId) ?? Infinity, isAside ? aside : Infinity, waitsSince) - day
  }
  const mayBeGone = (
    chatId: string,
    { at, idMessage, direction, typeMessage }: WorldMessage,
    mark: number,
  ): boolean => {
    if (Math.floor(at / 1000) * 1000 >= mark) return false
    const facts = customers.allFacts().find((of) => of.chatId === chatId)
    if (facts === undefined) return true
    if (at >= wholeFrom(facts)) return false
    if (direction === 'outgoing') return true
    // A reaction waits for no answer, and is not unread.
    const isDone = typeMessage === 'reactionMessage' || at <= lastAct(facts) + 2_000
    return isDone && !program.misses(idMessage, at)
  }
  const goneFrom = (world: World): ReadonlySet<WorldMessage> => {
    if (wanted === null) return new Set()
    const { here, mark } = stored()
    return new Set(
      world.chats.flatMap(({ chatId, messages }) =>
        messages.filter((one) => !here.has(one.idMessage) && mayBeGone(chatId, one, mark)),
      ),
    )
  }
  return {
    sets(step: Retains) {
      wanted = step
      set(step)
    },
    /** In the calm: what became old goes and histories are read; at last the program is started again. */
    goesOn(isAllRight: boolean) {
      if (wanted === null || isOver) return
      machine.note(`retention has removed ${gone.size} messages`)
      if (!isAllRight || begunAt === null) {
        begunAt ??= trueTime()
        // What it closes now was not closed when the lists were looked at.
        shown = null
        set({ ...wanted, holds: 'nothing' })
        return closesAndReads()
      }
      computer.inProcess('compares the lists', (app) => {
        const compare = async () => {
          const { rows } = await app.call('chats.list', everything)
          // To others, scheduled messages may leave meanwhile. A snooze may end, which marks its chat as unread.
          const ofCustomers = rows
            .filter(({ chatId }) => customers.allChatIds().includes(chatId))
            .map((row) => ({ ...row, snoozedUntil: null, markedUnread: row.markedUnread || row.snoozedUntil !== null }))
          const lists = JSON.stringify(ofCustomers)
          const { starts } = computer.counts()
          if (shown !== null && shown.starts !== starts) {
            if (shown.lists !== lists) machine.fail(`the lists differ after a restart: ${shown.lists} and ${lists}`)
            isOver = true
            return
          }
          shown = { starts, lists }
          machine.schedule(0, machine.script, 'the person starts anew', () => computer.stop(1000))
        }
        compare().catch((error: unknown) => machine.noteRefusal('comparing the lists', error))
      })
    },
    isOver: () => wanted === null || isOver,
    /** The world without what the desk may have removed. */
    remaining(world: World): World {
      const removed = goneFrom(world)
      for (const { idMessage } of removed) gone.add(idMessage)
      const chats = world.chats.map((chat) => ({ ...chat, messages: chat.messages.filter((one) => !removed.has(one)) }))
      return { ...world, chats }
    },
    /** The texts of what it may have removed. */
    goneTexts: (world: World): ReadonlySet<string> => new Set([...goneFrom(world)].map(({ text }) => text)),
    broken(world: World): readonly string[] {
      if (wanted === null) return []
      const { here, mark, asked } = stored()
      const broken = [...gone].filter((id) => here.has(id)).map((id) => `${id} was removed and came back`)
      if (mark > trueTime() - day) broken.push(`messages of the last ${(trueTime() - mark) / hour} hours are removed`)
      // What comes in the calm may come after it ran, and it runs once a day.
      if (begunAt !== null && mark < begunAt - day - 60_000) broken.push('retention did not run')
      const free = isFree ? world.chats.find(({ chatId }) => chatId === customers.facts(1).chatId) : undefined
      for (const { at, idMessage, text } of free?.messages ?? [])
        if (at < mark - 1000 && here.has(idMessage) && !asked.has(idMessage))
          broken.push(`"${text}" is too old and still there`)
      return broken
    },
  }
}
