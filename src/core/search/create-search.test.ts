import { expect, it, onTestFinished } from 'vitest'
import type { MessageRecord } from '../../api/schema/message.ts'
import type { ChatKey, InstanceKey, Scope } from '../../contract/ids.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createSearch } from './create-search.ts'

const seconds = 1_790_000_000

async function open() {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const add = async (idInstance: string): Promise<InstanceKey> => {
    const added = await store.write('accounts.add', {
      apiUrl: 'https://api.example',
      idInstance,
      family: 'v3',
      prefix: '/v3',
      name: 'Shop',
      colour: 'teal',
      mode: 'full',
    })
    if (added.kind === 'exists') throw new Error('exists')
    return added.instance.key
  }
  let made = 0
  const give = async (
    instance: InstanceKey,
    chatId: string,
    records: readonly Partial<MessageRecord>[],
  ): Promise<ChatKey> => {
    const full = records.map((record) => {
      made += 1
      return {
        type: 'incoming',
        idMessage: `m${100_000 + made}`,
        timestamp: seconds + made,
        typeMessage: 'textMessage',
        ...record,
      }
    })
    const { chats } = await store.write('archive.ingest', {
      instance,
      source: 'getChatHistory',
      chatId,
      records: JSON.parse(JSON.stringify(full)),
      seenAt: (seconds + made) * 1000,
    })
    return chats[0] ?? (0 as never)
  }
  const { handlers } = createSearch({ store })
  const search = (
    text: string,
    more: { scope?: Scope; chat?: ChatKey | null; cursor?: string | null; limit?: number } = {},
  ) =>
    handlers['search.messages'](
      { text, scope: null, chat: null, cursor: null, limit: 50, ...more },
      { signal: new AbortController().signal },
    )
  const texts = async (...input: Parameters<typeof search>) =>
    (await search(...input)).hits.map(({ snippet }) => snippet)
  return { store, add, give, search, texts }
}

it('finds what people wrote, however they type it', async () => {
  const { add, give, texts } = await open()
  const instance = await add('1101000001')
  await give(instance, '200', [
    { textMessage: 'Delivery on Monday' },
    { textMessage: 'Crème brûlée for two' },
    { textMessage: 'Счёт за ноябрь, invoice 42' },
    { textMessage: 'Call me: +7 999 000-11-22' },
    {
      typeMessage: 'documentMessage',
      caption: 'see attached',
      fileName: 'Q3-report.xlsx',
      downloadUrl: 'https://f.example/1',
    },
    {
      typeMessage: 'imageMessage',
      caption: 'the shelf',
      fileName: 'made-up-name.jpg',
      downloadUrl: 'https://f.example/2',
    },
    { typeMessage: 'pollMessage', pollMessageData: { name: 'Lunch?', options: [{ optionName: 'Borscht' }] } },
    {
      typeMessage: 'contactMessage',
      contact: { displayName: 'Ann', vcard: 'BEGIN:VCARD\nTEL;TYPE=CELL:+49 30 901820\nEND:VCARD' },
    },
    { typeMessage: 'locationMessage', location: { nameLocation: 'Depot', address: 'Harbour Road 7' } },
    { typeMessage: 'textMessage', textMessage: 'forget this', isDeleted: true },
    { textMessage: '<b>AND OR NOT "quotes" * : ^ (</b>' },
  ])
  expect(await texts('mon deliv')).toEqual(['Delivery on Monday'])
  expect(await texts('CREME')).toEqual(['Crème brûlée for two'])
  expect(await texts('счет inv')).toEqual(['Счёт за ноябрь, invoice 42'])
  expect(await texts('79990001122')).toEqual(['Call me: +7 999 000-11-22'])
  expect(await texts('+7 (999) 000')).toEqual(['Call me: +7 999 000-11-22'])
  expect(await texts('report')).toEqual(['Q3-report.xlsx'])
  expect(await texts('made-up')).toEqual([])
  expect(await texts('borscht')).toEqual(['Borscht'])
  expect(await texts('4930901820')).toEqual(['+49 30 901820'])
  expect(await texts('harbour')).toEqual(['Harbour Road 7'])
  expect(await texts('forget')).toEqual([])
  for (const typed of ['AND', '"quotes"', '(', '*', ':', '^ -', "'", '\\', '👍', ' ', 'x'.repeat(200), 'b NOT b'])
    await texts(typed)
  expect(await texts('quotes AND')).toHaveLength(1)
})

it('gives the newest first, in pages without a repeat, within an instance or a chat', async () => {
  const { add, give, search, store } = await open()
  const [first, second] = [await add('1101000001'), await add('1101000002')]
  const numbered = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({ textMessage: `apple ${name}${index}` }))
  const chat = await give(first, '200', numbered(30, 'a'))
  await give(first, '300', numbered(30, 'b'))
  await give(second, '200', numbered(30, 'c'))
  const collected: string[] = []
  let cursor: string | null = null
  do {
    const page = await search('app', { cursor, limit: 20 })
    collected.push(...page.hits.map(({ snippet }) => snippet))
    cursor = page.next
  } while (cursor !== null)
  expect(collected).toEqual(
    [...numbered(30, 'a'), ...numbered(30, 'b'), ...numbered(30, 'c')]
      .map(({ textMessage }) => textMessage)
      .toReversed(),
  )
  const inChat = await search('apple', { chat })
  expect(inChat.hits).toHaveLength(30)
  expect(inChat.covers).toEqual({ messages: 30, oldestAt: (seconds + 1) * 1000 })
  const inInstance = await search('apple', { scope: first, limit: 100 })
  expect(inInstance.hits).toHaveLength(60)
  expect((await search('nothing')).covers).toEqual({ messages: 90, oldestAt: (seconds + 1) * 1000 })
  const empty = await add('1101000003')
  expect((await search('nothing', { scope: empty })).covers).toEqual({ messages: 0, oldestAt: null })
  expect((await search('nothing')).covers).toMatchObject({ oldestAt: (seconds + 1) * 1000 })
  await store.write('accounts.detach', { key: second, erase: false })
  expect((await search('apple', { limit: 100 })).hits).toHaveLength(60)
})

it('within a chat finds what came from a chat that turned out to be the same, in pages', async () => {
  const { add, give, search } = await open()
  const instance = await add('1101000001')
  const apples = (name: string) => Array.from({ length: 8 }, (_, index) => ({ textMessage: `apple ${name}${index}` }))
  const chat = await give(instance, '79990001122', apples('a'))
  await give(instance, '777777777777@lid', apples('b'))
  await give(instance, '300', apples('c'))
  // A history asked for by one id, whose records name the other one.
  await give(instance, '777777777777@lid', [{ textMessage: 'joined', chatId: '79990001122' }])
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page = await search('app', { chat, cursor, limit: 5 })
    found.push(...page.hits.map(({ snippet }) => snippet))
    cursor = page.next
  } while (cursor !== null)
  expect(found).toEqual([...apples('a'), ...apples('b')].map(({ textMessage }) => textMessage).toReversed())
})

it('follows an edit', async () => {
  const { add, give, texts } = await open()
  const instance = await add('1101000001')
  await give(instance, '200', [{ textMessage: 'before', idMessage: 'edited' }])
  await give(instance, '200', [{ textMessage: 'after', idMessage: 'edited', isEdited: true }])
  expect([await texts('before'), await texts('after')]).toEqual([[], ['after']])
})

it('stops when nobody waits for it any more', async () => {
  const { store, add, give } = await open()
  await give(await add('1101000001'), '200', [{ textMessage: 'apple' }])
  const stop = new AbortController()
  stop.abort()
  const { handlers } = createSearch({ store })
  await expect(
    handlers['search.messages'](
      { text: 'apple', scope: null, chat: null, cursor: null, limit: 5 },
      { signal: stop.signal },
    ),
  ).rejects.toMatchObject({ kind: 'cancelled' })
})

it('finds a message by its id, or by how that begins, among what it can see', async () => {
  const { add, give, search, texts } = await open()
  const shop = await add('1101000001')
  const depot = await add('1101000002')
  const chat = await give(shop, '200', [
    { idMessage: '3EB0C767D097B7C7C030', textMessage: 'With an id' },
    { idMessage: '3EB0D111222233334444', textMessage: 'Another one' },
    { idMessage: '3EB0DEAD', textMessage: 'Gone', isDeleted: true },
    { idMessage: '3EB0FACE1', textMessage: 'See 3EB0FACE1' },
    { idMessage: '4AA0FACE1', textMessage: 'As 3EB0FACE1 says' },
    { idMessage: '4AA0FACE2', textMessage: 'Not as 3EB0FACE1 says' },
  ])
  await give(depot, '300', [{ idMessage: '3EB0C767D097B7C7C030', textMessage: 'The same id elsewhere' }])
  expect(await texts(' 3EB0C767D097B7C7C030 ', { scope: shop })).toEqual(['With an id'])
  expect((await texts('3EB0C767')).toSorted()).toEqual(['The same id elsewhere', 'With an id'])
  expect(await texts('3EB0D1', { chat })).toEqual(['Another one'])
  expect(await texts('3EB0DEAD')).toEqual([])
  expect(await texts('3EB0C767', { limit: 1 })).toHaveLength(1)
  // One that names its own id is one hit, and counts for the page.
  expect(await texts('3EB0FACE1')).toEqual(['See 3EB0FACE1', 'Not as 3EB0FACE1 says', 'As 3EB0FACE1 says'])
  expect(await texts('3EB0FACE1', { limit: 2 })).toHaveLength(2)
  expect((await search('3EB0C767', { cursor: '5' })).hits).toEqual([])
  for (const typed of ['%%%%%%1', '______1', '3EB0_767']) expect(await texts(typed)).toEqual([])
})

it('gives each hit once, whether the short look or the index found it', async () => {
  const { add, give, search } = await open()
  const shop = await add('1101000001')
  const records = Array.from({ length: 900 }, (_none, at) => ({
    textMessage: at === 880 || at === 20 ? `orderly ${at}` : `ordinary ${at}`,
  }))
  for (let from = 0; from < records.length; from += 300)
    await give(shop, '79990001122@c.us', records.slice(from, from + 300))
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page = await search('orderl', { cursor })
    found.push(...page.hits.map(({ snippet }) => snippet))
    cursor = page.next
  } while (cursor !== null)
  expect(found).toEqual(['orderly 880', 'orderly 20'])
})

it('finds by a longer beginning what is there among what begins alike, newest first, however much that is', async () => {
  const { store, add, give, search } = await open()
  const shop = await add('1101000001')
  const text = (at: number) =>
    at % 97 === 3 ? `orderly ${at}` : at % 50 === 7 ? `Ordenanza número ${at}` : `ordinary ${at}`
  const records = Array.from({ length: 1500 }, (_none, at) => ({ textMessage: text(at) }))
  for (let from = 0; from < records.length; from += 250)
    await give(shop, '79990001122@c.us', records.slice(from, from + 250))
  const wanted = records
    .map(({ textMessage }) => textMessage)
    .filter((one) => one.startsWith('orderly'))
    .toReversed()
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page = await search('orderl', { cursor, limit: 4 })
    found.push(...page.hits.map(({ snippet }) => snippet))
    cursor = page.next
  } while (cursor !== null)
  expect(found).toEqual(wanted)
  expect((await search('ordenanza nume', { limit: 3 })).hits.map(({ snippet }) => snippet)).toEqual(
    ['1457', '1407', '1357'].map((at) => `Ordenanza número ${at}`),
  )
  // Letters that are not sure to be cut alike are left to the index.
  await give(shop, '79990001122@c.us', [{ textMessage: 'ordinary ελλάδα' }, { textMessage: 'orderly Ελλάδα' }])
  expect((await search('orderl', { limit: 2 })).hits.map(({ snippet }) => snippet)).toEqual([
    'orderly Ελλάδα',
    wanted[0],
  ])
  await store.close()
})

it.each([
  ['前言你好世界', '你好', '好你'],
  ['でも優柔不断だったね。', '優柔不断', '不優'],
  ['订单号12345已发货', '12345已发', '1234已'],
  ['주문번호 12번', '번호', '호번'],
  ['สวัสดีครับ', 'ครับ', 'ครน'],
  ['Договор поставки йод.pdf'.normalize('NFD'), 'йод', 'йог'],
  ['مَرْحَبًا بكم', 'مرحبا', 'مرحبين'],
  ['שָׁלוֹם לכולם', 'שלום', 'שלוש'],
  ['Łódź zamówienie', 'lodz', 'lodzi'],
  ['Η παραγγελία είναι έτοιμη', 'ετοιμη', 'ετοιμο'],
  ['नमस्ते, ऑर्डर तैयार है', 'ऑर्डर', 'ऑर्डु'],
  ['Պատվերը պատրաստ է', 'պատր', 'պատրո'],
  ['შეკვეთა მზად არის', 'ᲨᲔᲙᲕ', 'შეკა'],
  ['Straße 5', 'STRASSE', 'strasser'],
  ['call ٠١٢٣٤٥٦', '0123456', '0123457'],
  ['see https://shop.example.com/order/A-7731?x=1', 'order/A-7731', 'order/A-7732'],
])('%j is found by %j and not by %j, and the hit is marked', async (text, typed, other) => {
  const { add, give, search, texts } = await open()
  await give(await add('1101000001'), '200', [{ textMessage: 'something else' }, { textMessage: text }])
  const { hits } = await search(typed)
  expect(hits).toHaveLength(1)
  expect(hits[0]?.marks).not.toEqual([])
  expect(await texts(other)).toEqual([])
})
