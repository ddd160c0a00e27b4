import type { Json } from '../../src/api/json.ts'
import { openTestStore } from '../../src/core/testing/open-test-store.ts'
import { createEmulator, type Emulator } from '../../src/emulator/create-emulator.ts'
import type { Instance } from '../../src/emulator/world/instance.ts'
import type { Message } from '../../src/emulator/world/message.ts'
import type { Person } from '../../src/emulator/world/person.ts'
import { messageRecord } from '../../src/emulator/world/records.ts'

export const mixedInstance = {
  idInstance: '1103000002',
  token: 'bench0000000000000000000000000000000000000000000000',
  name: 'Bench',
} as const

const minute = 60_000
const words = 'the pallets for bay two are wrapped and labelled, '
/** Records to one transaction. */
const piece = 500

/**
 * A store in `dataDir` with one chat of `count` messages of every kind in turn, as the service's history gives them.
 * The emulator that knows their files is left running, so that the window can load what it shows.
 */
export async function fillMixed(dataDir: string, count: number): Promise<Emulator> {
  const emulator = createEmulator()
  await emulator.start()
  const instance = emulator.addInstance(mixedInstance)
  const anna = instance.person('79990001122', { name: 'Anna' })
  const start = instance.now() - (count + 10) * minute
  const messages: Message[] = []
  for (let index = 0; index < count; index++) {
    messages.push(post(instance, anna, messages, index, { at: start + index * minute, notify: false }))
  }
  const store = await openTestStore(dataDir)
  const added = await store.write('accounts.add', {
    apiUrl: emulator.url,
    idInstance: instance.idInstance,
    family: 'v3',
    prefix: '/v3',
    name: instance.name,
    colour: 'teal',
    mode: 'full',
  })
  if (added.kind === 'exists') throw new Error('The store is not empty.')
  for (let from = 0; from < messages.length; from += piece) {
    await store.write('archive.ingest', {
      instance: added.instance.key,
      source: 'getChatHistory',
      chatId: anna.chatId,
      records: messages.slice(from, from + piece).map((message) => messageRecord(message, false) as Json),
      seenAt: instance.now(),
    })
  }
  await store.close()
  return emulator
}

function post(
  instance: Instance,
  anna: Person,
  before: readonly Message[],
  index: number,
  when: { readonly at: number; readonly notify: false },
): Message {
  const text = `${index} ${words.repeat(1 + (index % 7))}`
  switch (index % 20) {
    case 3:
      return anna.sendsImage({ caption: index % 40 === 3 ? text : '', ...when })
    case 5:
      return anna.sendsLink(
        {
          text: `See https://example.com/${index}`,
          title: 'Dock schedule',
          description: words,
          previewType: 'link',
          ...when,
        },
        when,
      )
    case 6:
      return anna.sendsDocument({ fileName: `Routes ${index}.pdf`, mimeType: 'application/pdf', ...when })
    case 8:
      return anna.sendsVideo({ caption: 'Gate camera', ...when })
    case 9:
      return anna.sendsAudio(when)
    case 10:
      return anna.sendsSticker(when)
    case 11:
      return anna.sendsLocation(
        { nameLocation: 'North gate', address: '12 Harbour Road', latitude: 54.7, longitude: 25.2 },
        when,
      )
    case 12:
      return anna.sendsContact(
        {
          displayName: 'Service garage',
          vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Service garage\nTEL:+10000000172\nEND:VCARD',
        },
        when,
      )
    case 13:
      return anna.asksPoll('When does the second run leave?', ['15:30', '16:00', 'Tomorrow'], when)
    case 14:
      return anna.sendsUnsupported('interactiveButtons', { title: 'Pick one' }, when)
    case 15: {
      const quotes = before[index - 5]
      return anna.says(text, quotes === undefined ? when : { ...when, quotes })
    }
    case 16:
      return anna.says(text, { forwardingScore: 3, ...when })
    case 17: {
      const target = before[index - 2]
      return target === undefined ? anna.says(text, when) : anna.reacts(target, '👍', when)
    }
    default:
      return index % 3 === 0 ? anna.says(text, when) : instance.phone.says(text, { to: anna, status: 'read', ...when })
  }
}
