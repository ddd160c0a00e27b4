import { holding } from '../../src/core/testing/bytes-of-folder.ts'
import type { Snapshot } from '../../src/emulator/snapshot.ts'
import type { Machine } from '../machine/machine.ts'
import { guestName } from '../world/customers.ts'
import { readStoreFile } from '../promises/store-file.ts'
import { usedBytes } from '../promises/used-bytes.ts'
import type { Computer } from './computer.ts'
import { openChat } from './person.ts'

type World = Snapshot['instances'][number]

/** A call that was refused or not answered is made again after so long, ms. */
const againMs = 10_000

/** The person erases somebody who writes now and then, and makes sure that it is done. */
export function createErasure(
  machine: Machine,
  computer: Computer,
  folder: string,
  guest: { chatId(): string; /** Histories of the service have the guest. */ readonly isShownAgain: boolean },
) {
  /** Messages that had been received when the guest was erased, by their ids. */
  const erased = new Set<string>()
  /** What the person had written about the guest by then. */
  const forgotten = new Set<string>()
  /** When an erasing was last confirmed, epoch ms: what the guest wrote before may have come before it or after it. */
  let confirmedAt = -Infinity
  /** Salvages until then. */
  let salvagesBefore = 0
  let isWanted = false
  let isWaiting = false
  let isAnswered = false
  const messagesHere = () =>
    readStoreFile(folder, (tx) =>
      tx.all<{ id: string; isReceived: number }>(
        `select m.id_message as id, exists (select 1 from journal j where j.message = m.key) as isReceived
         from message m join chat_alias a on a.chat = m.chat where a.alias = ? and m.id_message is not null`,
        [guest.chatId()],
      ),
    )
  const textsAboutGuest = () =>
    readStoreFile(folder, (tx) =>
      tx.all<{ text: string }>(
        `select n.text from note n join chat_alias a on a.chat = n.chat where a.alias = :guest
         union select f.value from person_field f join person_card p on p.key = f.card where p.digits || '@c.us' = :guest`,
        { guest: guest.chatId() },
      ),
    )
  const isChatHere = () =>
    readStoreFile(folder, (tx) => tx.get('select 1 from chat_alias where alias = ?', [guest.chatId()]) !== undefined)
  const idsHere = (): readonly string[] => messagesHere().map(({ id }) => id)
  const tryAgain = () => {
    if (isWaiting) return
    isWaiting = true
    machine.schedule(againMs, machine.script, 'the guest is erased again', () => {
      isWaiting = false
      attempt()
    })
  }
  const attempt = () => {
    if (!isWanted) return
    computer.inProcess('erases the guest', (app) => {
      // Of what only a history has shown, the queue may bring the notification later.
      const before = messagesHere().flatMap(({ id, isReceived }) => (isReceived === 1 ? [id] : []))
      const texts = textsAboutGuest()
      const erase = async () => app.call('erasing.person', await openChat(app, guest.chatId()))
      erase().then(
        () => {
          for (const id of before) erased.add(id)
          for (const { text } of texts) forgotten.add(text)
          confirmedAt = machine.epoch + machine.now
          salvagesBefore = computer.counts().salvages
          isWanted = false
          machine.note(`erased ${before.length} messages of the guest`)
        },
        (error: unknown) => {
          machine.noteRefusal('erasing the guest', error)
          tryAgain()
        },
      )
    })
  }
  return {
    answers(text: string) {
      isAnswered = true
      computer.inProcess('answers the guest', (app) => {
        const answer = async () =>
          app.call('messages.send', { ...(await openChat(app, guest.chatId())), text, sendId: text })
        answer().catch((error: unknown) => machine.noteRefusal('answering the guest', error))
      })
    },
    describes: (text: string) =>
      computer.inProcess('describes the guest', (app) => {
        const describe = async () => {
          const { chat } = await openChat(app, guest.chatId())
          await app.call('notes.add', { chat, text })
          await app.call('people.setField', { chat, name: 'Wish', value: text })
        }
        describe().catch((error: unknown) => machine.noteRefusal('describing the guest', error))
      }),
    /** Chats to which it answered. */
    chatIds: () => (isAnswered ? [guest.chatId()] : []),
    erases() {
      isWanted = true
      attempt()
    },
    /** The program is there again. */
    goOn: attempt,
    /** The world without what the desk may lack. */
    remaining: (world: World): World => {
      const here = new Set(confirmedAt === -Infinity ? [] : idsHere())
      const isExpected = ({ idMessage, at }: World['chats'][number]['messages'][number]) =>
        at > confirmedAt || here.has(idMessage)
      const chats = world.chats.map((chat) =>
        chat.chatId === guest.chatId()
          ? {
              ...chat,
              messages: chat.messages.filter((message) => isExpected(message) && !erased.has(message.idMessage)),
            }
          : chat,
      )
      return { ...world, chats }
    },
    /** Once a person is erased, no byte of what was here is in the data folder. */
    broken(world: World): readonly string[] {
      const traces: Record<string, string> = {}
      const addText = (text: string) => {
        // An index has single words, and shortens their beginnings.
        traces[`"${text}"`] = text.split(' ', 1).join('').slice(2)
      }
      for (const text of forgotten) addText(text)
      for (const { messages } of world.chats)
        for (const { idMessage, text, direction } of messages) {
          // The service goes on speaking of what was sent to the guest.
          if (!erased.has(idMessage) || direction === 'outgoing') continue
          traces[`the id ${idMessage}`] = idMessage
          addText(text)
        }
      if (confirmedAt > -Infinity && !isChatHere()) traces['the name'] = guestName.slice(1)
      // About who wrote again, and in histories, the log of requests has the service's answers (docs/guide.md). Its
      // list of contacts has the name still.
      const isAskedFor = guest.isShownAgain || idsHere().length > 0
      // A store that is set aside later has copies in unused parts of its pages (docs/features/store.md).
      const isAside = computer.counts().salvages > salvagesBefore
      return holding(folder, traces, usedBytes)
        .filter((found) => !found.startsWith('requests.db') || !(isAskedFor || found.endsWith('the name')))
        .filter((found) => !isAside || !found.includes('.damaged-'))
        .map((found) => `the guest was erased, and is in ${found}`)
    },
  }
}
