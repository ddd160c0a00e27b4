import type { ChatChange } from '../../src/contract/chats.ts'
import type { ChatKey, MessageKey } from '../../src/contract/ids.ts'
import type { Message } from '../../src/contract/messages.ts'
import type { TestCore } from '../../src/core/testing/start-test-core.ts'
import type { Machine } from '../machine/machine.ts'
import type { Computer } from './computer.ts'

/** A message that the person sent, and what the window knows of it. */
export interface Sent {
  readonly text: string
  readonly chatId: string
  /** Ms from the moment of sending; null: at once. */
  readonly inMs: number | null
  /** Core confirmed that it is stored. */
  message: MessageKey | null
  /** Core confirmed that it was taken back: it may never leave. */
  isTakenBack: boolean
  /** Of a scheduled one the earliest time that core was told, by the computer's clock, epoch ms. */
  dueAt: number
}

/** A person reads a chat for so long before closing it: more may come meanwhile. Ms. */
const readingMs = 3_000

export const sendIdOf = (send: number): string => `send number ${send}`

/**
 * The person at the desk: does what a window does. A call whose answer is lost is made again under the same id until it
 * is answered.
 */
export function createPerson(
  machine: Machine,
  computer: Computer,
  /** @param isStored false: it was pressed, and nobody knows yet whether it is stored */
  onWritten: (chatId: string, isStored: boolean) => void,
) {
  const sent = new Map<number, Sent>()
  /** Submitted again soon. */
  const refused = new Set<number>()
  /** What the window does next, if the program goes away before it is done. */
  const submit = (send: number, isAgain = false) =>
    computer.inProcess(`submits ${send}`, (app) => {
      const of = sent.get(send)
      if (of === undefined || (of.message !== null && !isAgain)) return
      submitTo(app, send, of).then(
        ({ message }) => {
          if (of.message !== null && of.message !== message) machine.fail(`stored twice: ${of.text}`)
          of.message = message
          onWritten(of.chatId, true)
          machine.note(`stored ${send}`)
        },
        (error: unknown) => {
          machine.noteRefusal(`message ${send}`, error)
          if (refused.has(send)) return
          refused.add(send)
          machine.schedule(1_500, machine.script, `submit ${send} again`, () => {
            refused.delete(send)
            submit(send)
          })
        },
      )
    })
  const submitTo = async (app: TestCore, send: number, of: Sent) => {
    const { chatId, text, inMs } = of
    const { chat } = await openChat(app, chatId)
    const submission = { chat, text, sendId: sendIdOf(send) }
    if (inMs === null) return app.call('messages.send', submission)
    const at = Math.ceil(Date.now() + inMs)
    of.dueAt = Math.min(of.dueAt, at)
    return app.call('messages.send', { ...submission, sendAt: { at, zone: 'Europe/Berlin' } })
  }
  /** @param onOver called when it is answered, in whatever way, or its process is dead */
  const inChat = (
    label: string,
    chatId: string,
    onOver: () => void,
    act: (app: TestCore, chat: ChatKey) => Promise<unknown>,
  ) => {
    let isOver = false
    const over = () => {
      isOver = true
      machine.schedule(0, machine.script, `${label} is over`, onOver)
    }
    if (!computer.isUp()) return over()
    computer.inProcess(label, (app) => {
      openChat(app, chatId)
        .then(({ chat }) => act(app, chat))
        .catch((error: unknown) => machine.noteRefusal(label, error))
        .finally(over)
    })
    // A process that died answers nothing; a call takes no minute.
    machine.schedule(60_000, machine.script, `${label} is surely over`, () => {
      if (!isOver) onOver()
    })
  }
  return {
    sent: sent as ReadonlyMap<number, Sent>,
    sends(send: number, of: Pick<Sent, 'text' | 'chatId' | 'inMs'>) {
      sent.set(send, { ...of, message: null, isTakenBack: false, dueAt: Infinity })
      onWritten(of.chatId, false)
      submit(send)
    },
    /** The program is there again: what was not confirmed is submitted once more. */
    submitAgain() {
      for (const [send, { message }] of sent) if (message === null && !refused.has(send)) submit(send)
    },
    /** A window whose connection broke hands a send in once more, whatever became of it. */
    repeats: (send: number) => submit(send, true),
    takesBack(send: number) {
      const of = sent.get(send)
      const message = of?.message ?? null
      if (of === undefined || message === null || of.isTakenBack) return
      computer.inProcess(`takes back ${send}`, (app) => {
        const call =
          of.inMs === null
            ? app.call('messages.undoSend', { messages: [message] }).then(({ undone }) => undone === 1)
            : app.call('messages.cancel', { message }).then(() => true)
        call.then(
          (isTakenBack) => {
            of.isTakenBack = isTakenBack
            machine.note(`${isTakenBack ? 'took' : 'did not take'} back ${send}`)
          },
          (error: unknown) => machine.noteRefusal(`taking back ${send}`, error),
        )
      })
    },
    /**
     * Reads for a while, then closes what was read.
     * @param onOver is given the id of the newest message that was; null: nobody knows what became of it
     */
    closes(chatId: string, onOver: (idMessage: string | null) => void) {
      let closed: string | null = null
      inChat(
        `closes ${chatId}`,
        chatId,
        () => onOver(closed),
        async (app, chat) => {
          const newest = await newestShown(app, chat)
          if (newest === undefined) return
          await new Promise((resolve) => setTimeout(resolve, readingMs))
          await app.call('chats.setDone', { chat, upTo: newest.key })
          closed = newest.idMessage
        },
      )
    },
    reads: (chatId: string, onOver: () => void) =>
      inChat(`reads ${chatId}`, chatId, onOver, (app, chat) => app.call('chats.markRead', { chat })),
    /** Closes all these chats at once, and takes that back later. Undo brings back what stood there, or nothing. */
    closesAll(
      chatIds: readonly string[],
      undoAfterMs: number,
      hooks: { readonly onClosed: () => void; readonly onUndone: (isKnown: boolean) => void },
    ) {
      computer.inProcess('closes all', (app) => {
        const close = async () => {
          const changes: ChatChange[] = []
          for (const chatId of chatIds) {
            const { chat } = await openChat(app, chatId)
            const newest = await newestShown(app, chat)
            if (newest !== undefined) changes.push(await app.call('chats.setDone', { chat, upTo: newest.key }))
          }
          machine.schedule(0, machine.script, 'all are closed', hooks.onClosed)
          await new Promise((resolve) => setTimeout(resolve, undoAfterMs))
          await app.call('chats.undo', { changes })
          machine.schedule(0, machine.script, 'closing all is undone', () => hooks.onUndone(true))
        }
        close().catch((error: unknown) => machine.noteRefusal('closing all', error))
      })
      machine.schedule(undoAfterMs + 60_000, machine.script, 'closing all is surely over', () => hooks.onUndone(false))
    },
    snoozes: (chatId: string, forMs: number, onOver: () => void) =>
      inChat(`snoozes ${chatId}`, chatId, onOver, (app, chat) =>
        app.call('chats.snooze', { chat, until: Math.ceil(Date.now() + forMs) }),
      ),
    setsUndo: () =>
      computer.inProcess('sets Undo', (app) => {
        app.call('settings.update', { undoSend: true }).catch((error: unknown) => machine.noteRefusal('Undo', error))
      }),
    /** At a calm end: sends what waits for a person, and asks for what is uncertain. */
    looksAfter(open: { readonly parked: readonly MessageKey[]; readonly uncertain: readonly MessageKey[] }) {
      computer.inProcess('looks after what waits', (app) => {
        const calls: Promise<unknown>[] = open.uncertain.map((message) => app.call('messages.checkAgain', { message }))
        // After a repair a scheduled message waits for the person too, who sends it on whatever its time was.
        for (const of of sent.values()) if (of.message !== null && open.parked.includes(of.message)) of.dueAt = 0
        if (open.parked.length > 0) calls.push(app.call('messages.retry', { messages: [...open.parked] }))
        for (const call of calls) call.catch(() => undefined)
      })
    },
  }
}

export type Person = ReturnType<typeof createPerson>

/** Of the one instance, or of the team's. */
export async function openChat(app: TestCore, chatId: string): Promise<{ readonly chat: ChatKey }> {
  const [row] = await app.call('instances.list', {})
  if (row === undefined) throw new Error('The desk has no instance yet.')
  return app.call('chats.open', { instance: row.key, chatId })
}

async function newestShown(app: TestCore, chat: ChatKey): Promise<Message | undefined> {
  const place = { chat, anchor: { kind: 'newest' }, before: 1, after: 0 } as const
  return (await app.call('messages.window', place)).rows.at(-1)
}
