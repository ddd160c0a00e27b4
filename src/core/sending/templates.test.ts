import { expect, it } from 'vitest'
import type { OutgoingContent } from '../../contract/sending.ts'
import { templateBlanks } from '../../contract/values.ts'
import { templateRecord, waba } from '../../emulator/world/business-kinds.ts'
import { anna, minute, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()
const records = [
  { templateId: 'no-text' },
  templateRecord({ templateId: 'b-en', elementName: 'b', languageCode: 'en', data: 'Soon', status: 'PENDING' }),
  templateRecord({ templateId: 'parcel-en', elementName: 'parcel', languageCode: 'en', data: 'Hi {{1}}, at {{2}}' }),
  // An account has what nobody wrote down: none of it hides the others.
  { elementName: 'without an id', data: 'x' },
  { id: 5, elementName: ['odd'], data: { text: 'odd' }, status: null },
]
const parcel: OutgoingContent = {
  kind: 'template',
  templateId: 'parcel-en',
  name: 'parcel',
  text: 'Hi {{1}}, at {{2}}',
  params: ['Anna', '17:00'],
}
const shown = { kind: 'template', name: 'parcel', text: 'Hi Anna, at 17:00', params: ['Anna', '17:00'] }

async function startWaba() {
  const world = await start({ family: 'whatsapp' })
  world.account.behave(waba(records))
  return world
}

it('lists templates that can be sent, approved ones first, whatever their other fields are', async () => {
  const world = await startWaba()
  const templates = await world.app().call('templates.read', { instance: world.instance })
  expect(templates.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'parcel-en APPROVED',
    'no-text ',
    '5 ',
    'b-en PENDING',
  ])
  expect(templates[0]).toMatchObject({
    name: 'parcel',
    language: 'en',
    category: 'UTILITY',
    text: 'Hi {{1}}, at {{2}}',
  })
})

it('says where an instance has no templates, and asks it no more', async () => {
  const world = await start({ family: 'whatsapp' })
  const read = () => world.app().call('templates.read', { instance: world.instance })
  await expect(read()).rejects.toMatchObject({ code: 'operationMissing' })
  await expect(read()).rejects.toMatchObject({ code: 'operationMissing' })
  expect(world.requests('getTemplates')).toBe(1)
})

it.each([
  ['answered', 0],
  ['whose answer got lost', 1],
])('a template %s goes once, and keeps its words though the service shows only its params', async (_what, lost) => {
  const world = await startWaba()
  const chat = await world.chat(anna)
  if (lost > 0) world.fault({ kind: 'reset-after' }, lost, 'sendTemplate')
  const { message } = await world.app().call('messages.sendContent', { chat, content: parcel })
  await world.time.settle()
  expect(await world.kind(message)).toBe(lost > 0 ? 'uncertain' : 'accepted')
  await world.time.advance(minute)
  expect(await world.kind(message)).toBe('read')
  expect(world.requests('sendTemplate')).toBe(1)
  await world.app().call('history.refresh', { chat })
  await world.time.settle()
  const details = await world.app().call('messages.details', { message })
  expect(details.message.content).toMatchObject(shown)
  expect(details.raw).toContain('"templateId":"parcel-en"')
})

it('two templates that differ in one value are not taken for one another', async () => {
  const world = await startWaba()
  const chat = await world.chat(anna)
  world.fault({ kind: 'reset-before' }, 1, 'sendTemplate')
  const { message: unsent } = await world.app().call('messages.sendContent', { chat, content: parcel })
  await world.time.settle()
  world.account.phone.sendsUnsupported(
    'templateMessage',
    { templateMessage: { templateId: 'parcel-en', params: ['Anna', '18:00'] } },
    { to: world.account.person('79990001122', { name: 'Anna' }), sendByApi: true },
  )
  await world.time.advance(minute)
  expect(await world.kind(unsent)).toBe('uncertain')
})

const picture = templateRecord({
  ...{ templateId: 'sale', elementName: 'sale', languageCode: 'en', templateType: 'IMAGE' },
  data: 'Hi {{1}} | [Site,https://shop.example]',
  containerMeta: JSON.stringify({ header: 'For {{1}}', data: 'Hi {{1}}', footer: 'Bye', buttons: [{ text: 'Site' }] }),
})

it.each([
  ['that the messenger fetches', 'https://shop.example/sale.png', 'read'],
  ['that nobody can fetch', 'https://shop.invalid/sale.png', 'failed'],
])('a template with a picture %s', async (_what, link, becomes) => {
  const world = await start({ family: 'whatsapp' })
  world.account.behave(waba([picture]))
  const { call } = world.app()
  const [template] = await call('templates.read', { instance: world.instance })
  expect(template).toMatchObject({
    text: 'Hi {{1}}',
    header: 'For {{1}}',
    footer: 'Bye',
    buttons: ['Site'],
    media: 'image',
  })
  const chat = await world.chat(anna)
  const content: OutgoingContent = {
    ...{ kind: 'template', templateId: 'sale', name: 'sale', text: 'Hi {{1}}', header: 'For {{1}}', footer: 'Bye' },
    ...{ buttons: ['Site'], params: ['May', 'Anna'], media: { kind: 'image', link } },
  }
  const { message } = await call('messages.sendContent', { chat, content })
  await world.time.advance(minute)
  expect(await world.kind(message)).toBe(becomes)
  const shownParts = { title: 'For May', text: 'Hi Anna', footer: 'Bye', options: [{ text: 'Site' }], mediaUrl: link }
  expect((await call('messages.details', { message })).message.content).toMatchObject(shownParts)
})

it('a template with forty blanks above and forty in its words goes whole, and is found after a lost answer', async () => {
  const world = await startWaba()
  const { call } = world.app()
  const blanks = Array.from({ length: 40 }, (_, n) => n + 1)
  const text = blanks.map((n) => `{{${n}}}`).join(' ')
  const record = templateRecord({
    ...{ templateId: 'forty', elementName: 'forty', languageCode: 'en', data: text },
    containerMeta: JSON.stringify({ header: text, data: text }),
  })
  world.account.behave(waba([record]))
  const [template] = await call('templates.read', { instance: world.instance })
  expect([template?.header, template?.text].map((part) => templateBlanks(part ?? '').length)).toEqual([40, 40])
  const params = [...blanks.map((n) => `h${n}`), ...blanks.map((n) => `b${n}`)]
  world.fault({ kind: 'reset-after' }, 1, 'sendTemplate')
  const content = { kind: 'template', templateId: 'forty', name: 'forty', text, header: text, params } as const
  const chat = await world.chat(anna)
  const { message } = await call('messages.sendContent', { chat, content: { ...content, params: [...params] } })
  await world.time.advance(minute)
  expect(await world.kind(message)).toBe('read')
  expect(world.requests('sendTemplate')).toBe(1)
  const shownParts = { title: params.slice(0, 40).join(' '), text: params.slice(40).join(' ') }
  expect((await call('messages.details', { message })).message.content).toMatchObject(shownParts)
})

it('a template whose parts can’t be read is shown by its words, and goes as the one that it is', async () => {
  const world = await start({ family: 'whatsapp' })
  const broken = { ...picture, containerMeta: '{"header":"For {{1}}","data":' }
  world.account.behave(waba([broken]))
  const { call } = world.app()
  const [template] = await call('templates.read', { instance: world.instance })
  expect(template).toMatchObject({ text: 'Hi {{1}}', header: '', footer: '', buttons: ['Site'], media: 'image' })
})

/** A template whose file is on this computer. */
async function withFile(name: string, type: 'IMAGE' | 'VIDEO' | 'DOCUMENT') {
  const world = await start({ family: 'whatsapp' })
  const template = templateRecord({
    ...{ templateId: 'sale', elementName: 'sale', languageCode: 'en', templateType: type, data: 'Sale' },
  })
  world.account.behave(waba([template]))
  const { call } = world.app()
  const chat = await world.chat(anna)
  const [upload = ''] = await world.attach(chat, [{ name }])
  const kind = type.toLowerCase() as 'image' | 'video' | 'document'
  const content: OutgoingContent = {
    ...{ kind: 'template', templateId: 'sale', name: 'sale', text: 'Sale', params: [], media: { kind, upload } },
  }
  const sendId = crypto.randomUUID()
  const send = () => call('messages.sendContent', { chat, content, sendId })
  return { world, call, chat, upload, send }
}

it.each([
  ['IMAGE', 'sale.png'],
  ['VIDEO', 'sale.mp4'],
  ['DOCUMENT', 'sale.pdf'],
  ['DOCUMENT', 'a-picture.png'],
] as const)(
  'a template with a %s from this computer goes with its link once it is at the service',
  async (type, name) => {
    const { world, call, chat, send } = await withFile(name, type)
    const { message } = await send()
    // A repeated call after a lost connection is the same send.
    expect(await send()).toEqual({ message })
    expect(await call('uploads.tray', { chat })).toEqual([])
    await world.becomesInTime(message, 'read')
    expect([world.requests('uploadFile'), world.requests('sendTemplate')]).toEqual([1, 1])
    const kind = type.toLowerCase()
    const { mediaUrl } = (await call('messages.details', { message })).message.content as { readonly mediaUrl: string }
    expect(mediaUrl).toMatch(new RegExp(`/${name}$`))
    const { idInstance } = world.account
    const [asked] = world.emulator.recorder.list({ operation: 'sendTemplate', idInstance })
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ message: { type: kind, [kind]: { link: mediaUrl } } })
  },
)

it.each([
  ['is refused', 400, 'refused'],
  ['is not taken by the service', 404, 'operationMissing'],
])('a template whose file %s is not sent, and says so', async (_what, status, reason) => {
  const { world, send } = await withFile('sale.png', 'IMAGE')
  world.fault({ kind: 'refuse', status }, 1, 'uploadFile')
  const { message } = await send()
  await world.becomesInTime(message, 'failed')
  expect(await world.status(message)).toMatchObject({ kind: 'failed', reason })
  expect(world.requests('sendTemplate')).toBe(0)
})

it('a template that is cancelled while its file is on its way gives the file back', async () => {
  const { world, call, chat, upload, send } = await withFile('sale.png', 'IMAGE')
  world.fault({ kind: 'delay', ms: 5_000 }, 1, 'uploadFile')
  const { message } = await send()
  await call('messages.cancel', { message })
  await world.time.advance(minute)
  expect(world.requests('sendTemplate')).toBe(0)
  expect(await call('uploads.tray', { chat })).toMatchObject([{ upload, name: 'sale.png' }])
})

it('a template that needs a picture is refused without one, and nothing is sent', async () => {
  const world = await start({ family: 'whatsapp' })
  world.account.behave(waba([picture]))
  const chat = await world.chat(anna)
  const content: OutgoingContent = { kind: 'template', templateId: 'sale', name: 'sale', text: 'Hi', params: [] }
  const { message } = await world.app().call('messages.sendContent', { chat, content })
  await world.time.advance(minute)
  expect(await world.kind(message)).toBe('failed')
  expect(world.account.sends).toEqual([])
})

it('is refused outside WhatsApp before anything is asked', async () => {
  const world = await start()
  const chat = await world.chat(anna)
  await expect(world.app().call('messages.sendContent', { chat, content: parcel })).rejects.toMatchObject({
    code: 'contactNotPossible',
  })
})
