import type { Service } from './service.ts'
import { newFacts, type ChatFacts } from '../promises/waiting.ts'
import type { Setting, Step } from '../plan/steps.ts'

/** Numbers to which the person writes first. */
export const strangers = [0, 1, 2, 3].map((index) => `7999${2_000_000 + index}@c.us`)

/** Of letters that nobody else's name has: an index of three letters each tells it from others. */
export const guestName = 'Ξψω'

/** How many of the newest messages can be changed, deleted or reacted to. */
const remembered = 30

/** The account, and the people who write to it. */
export function createCustomers(
  service: Service,
  { idInstance, token }: { readonly idInstance: string; readonly token: string },
  setting: Setting,
) {
  const { sentAfterMs, readAfterMs } = setting
  const account = service.world.add({
    idInstance,
    token,
    family: setting.family,
    settings: setting.isIncomingQueued ? {} : { incomingWebhook: 'no' },
    behaviour: {
      limits: 'off',
      journalIdsDiffer: setting.journalIdsDiffer,
      echo: setting.echo,
      statusOrder: setting.statusOrder,
      autoStatus: {
        sent: sentAfterMs,
        delivered: sentAfterMs + 700,
        read: readAfterMs === null ? null : sentAfterMs + readAfterMs,
      },
    },
  })
  const people = Array.from({ length: setting.customers }, (_, index) =>
    account.person(String(79_990_001_000 + index), { name: `Customer ${index}` }),
  )
  const group = account.group('-500000001', { subject: 'Team' })
  /** Known to the account from its first message on. */
  const guest = () => account.person('79990009999', { name: guestName })
  const facts = people.map(({ chatId }) => newFacts(chatId))
  const newest: {
    readonly message: ReturnType<(typeof people)[number]['says']>
    readonly by: (typeof people)[number]
  }[] = []
  /** When each message was written, by its id. */
  const written = new Map<string, number>()
  const personAt = (who: number) => {
    const person = people[who % people.length]
    if (person === undefined) throw new Error('There are no customers.')
    return person
  }
  const factsOf = (who: number): ChatFacts => {
    const found = facts[who % facts.length]
    if (found === undefined) throw new Error('There are no customers.')
    return found
  }
  const messageAt = (which: number) => {
    const found = newest[which % Math.max(1, newest.length)]
    return found?.message.isDeleted === false ? found : undefined
  }
  const says = (who: number, text: string, isInGroup: boolean, at: number) => {
    const by = personAt(who)
    const message = by.says(text, isInGroup ? { to: group } : {})
    newest.push({ message, by })
    written.set(message.id, at)
    if (newest.length > remembered) newest.shift()
    if (!isInGroup) factsOf(who).wroteAt = at
  }
  const phoneAnswers = (who: number, text: string, at: number) => {
    const message = account.phone.says(text, { to: personAt(who) })
    message.becomes('delivered')
    message.becomes('read')
    factsOf(who).phoneAt = at
  }
  return {
    /** Steps of the world go on whatever becomes of the program. */
    isTheirs: ({ kind }: Step): boolean =>
      ['says', 'reacts', 'edits', 'deletes', 'phone', 'guestWrites'].includes(kind),
    /** Does what a customer does, or the account's phone. */
    take(step: Step, at: number): void {
      if (step.kind === 'says') return says(step.who, step.text, step.toGroup, at)
      if (step.kind === 'guestWrites') return void guest().says(step.text)
      if (step.kind === 'phone') return phoneAnswers(step.who, step.text, at)
      if (step.kind !== 'reacts' && step.kind !== 'edits' && step.kind !== 'deletes') return
      const found = messageAt(step.which)
      if (found === undefined) return
      if (step.kind === 'reacts') found.by.reacts(found.message, step.emoji)
      else if (step.kind === 'edits') found.by.edits(found.message, step.text)
      else found.by.deletes(found.message)
    },
    guest,
    facts: factsOf,
    allFacts: (): readonly ChatFacts[] => facts,
    allChatIds: () => people.map(({ chatId }) => chatId),
    chatId: (who: number) => personAt(who).chatId,
    /** Undefined: it is no customer's. */
    writtenAt: (idMessage: string) => written.get(idMessage),
    /** @param at Infinity while nobody knows whether it is stored */
    onWritten(chatId: string, at: number) {
      const found = facts.find((each) => each.chatId === chatId)
      if (found !== undefined) found.writtenAt = at
    },
    onAnswered(chatId: string, at: number) {
      const found = facts.find((each) => each.chatId === chatId)
      if (found !== undefined) found.sentAt = at
    },
  }
}

export type Customers = ReturnType<typeof createCustomers>
