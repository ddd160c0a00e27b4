import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { loadHistory } from '../testing/load-history.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'directory-secret-token' }
const minute = 60_000

async function open(family: 'v3' | 'whatsapp' = 'v3') {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const service = emulator.addInstance({ ...account, family })
  const clock = createManualClock(Date.now())
  const running = await startTestCore({
    services: ['directory', 'media'],
    // Tests ask more in a second than a service allows, on a clock that stands.
    limitClasses: unlimited,
    clock,
    instances: [{ apiUrl, ...account, family }],
    started: false,
  })
  const { call, services } = running
  const { directory, media } = services
  onTestFinished(async () => {
    await running.stop()
    await emulator.stop()
  })
  const asked = (operation: string) => emulator.recorder.list({ operation }).length
  const fetchAvatar = async (
    chats: readonly Parameters<typeof directory.inView>[0][number][],
    openChat: (typeof chats)[number] | null = null,
  ) => {
    await call('chats.inView', { chats: [...chats], open: openChat })
    await directory.settled()
  }
  const details = (chat: Parameters<typeof fetchAvatar>[0][number]) => call('chats.details', { chat })
  const start = async () => {
    running.core.start()
    await directory.settled()
  }
  const load = (chatId: string) => loadHistory(running, chatId)
  return {
    ...running,
    emulator,
    service,
    clock,
    asked,
    fetchAvatar,
    details,
    load,
    start,
    directory,
    media,
    instance: running.firstKey(),
  }
}

it('names people as the account’s contacts know them', async () => {
  const { service, load, details, instances, start, directory, clock } = await open()
  const person = service.person('79990001122', { name: 'Anna S', contactName: 'Anna from Sales' })
  service.phone.says('hello', { to: person, notify: false })
  instances.start()
  const { chat } = await load(person.chatId)
  expect((await details(chat)).title).not.toContain('Anna')
  await start()
  expect(await details(chat)).toMatchObject({
    title: 'Anna from Sales',
    contactName: 'Anna from Sales',
    phone: '+7 999 000 11 22',
  })
  await clock.advance(minute)
  await directory.settled()
})

it('asks for avatars of what is in view, once in seven days; groups every quarter of an hour', async () => {
  const { service, load, details, fetchAvatar, asked, clock, start, media, emulator } = await open()
  await start()
  const person = service.person('79990001122', { name: 'Anna' }).hasAvatar({ kind: 'set', mediaId: 'face-anna' })
  const hidden = service.person('79990001133', { name: 'Boris' }).hasAvatar({ kind: 'hidden' })
  const bare = service.person('79990001144', { name: 'Clara' })
  const group = service.group('-100200300', { subject: 'Shift' })
  for (const one of [person, hidden, bare]) one.says('hi', { notify: false })
  person.says('hi all', { to: group, notify: false })
  const chats = []
  for (const id of [person.chatId, hidden.chatId, bare.chatId, group.id]) chats.push((await load(id)).chat)
  await fetchAvatar(chats)
  const kinds = await Promise.all(chats.map(async (chat) => (await details(chat)).avatar.kind))
  expect(kinds).toEqual(['image', 'hidden', 'none', 'none'])
  const [first = chats[0]] = chats
  if (first === undefined) throw new Error('no chat')
  const { avatar } = await details(first)
  expect(avatar.kind === 'image' && (await media.open(avatar.ref))?.type).toBe('image/jpeg')
  expect(asked('getAvatar')).toBe(4)
  await fetchAvatar(chats)
  expect(asked('getAvatar')).toBe(4)
  await clock.advance(16 * minute)
  await fetchAvatar(chats)
  expect(asked('getAvatar')).toBe(5)
  await clock.advance(7 * 24 * 60 * minute)
  await fetchAvatar(chats)
  expect(asked('getAvatar')).toBe(9)
  // The same picture again comes from the service, but is kept once.
  expect(emulator.recorder.list({ operation: 'media' })).toHaveLength(2)
})

it('keeps an avatar that can’t be fetched just now, and asks on demand whatever its age', async () => {
  const { service, load, details, fetchAvatar, call, emulator, start } = await open()
  await start()
  const person = service.person('79990001122', { name: 'Anna' }).hasAvatar({ kind: 'set', mediaId: 'face-anna' })
  person.says('hi', { notify: false })
  const { chat } = await load(person.chatId)
  await fetchAvatar([chat])
  const before = (await details(chat)).avatar
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'media', count: 1 })
  await call('chats.refreshAvatar', { chat })
  expect((await details(chat)).avatar).toEqual(before)
  person.hasAvatar({ kind: 'hidden' })
  await call('chats.refreshAvatar', { chat })
  expect((await details(chat)).avatar).toEqual({ kind: 'hidden' })
})

it('shows what a business says of itself while it says so, and nothing of anybody else', async () => {
  const { service, call, instance, details, fetchAvatar, clock, start } = await open('whatsapp')
  await start()
  const facts = { category: 'Furniture shop', email: 'oak@shop.example', description: 'Oak tables.\nOpen 9 to 18.' }
  const shop = service.person('79990001122', { name: 'Oak shop', business: facts })
  const anna = service.person('79990003344', { name: 'Anna' })
  const businessOf = async (person: typeof shop) => {
    const { chat } = await call('chats.open', { instance, chatId: person.chatId })
    await fetchAvatar([chat], chat)
    return (await details(chat)).business
  }
  expect([await businessOf(shop), await businessOf(anna)]).toEqual([facts, null])
  shop.business = null
  await clock.advance(7 * 24 * 60 * minute)
  expect(await businessOf(shop)).toBeNull()
})

it('shows a group with its people, roles and the account’s own place', async () => {
  const { service, load, fetchAvatar, call, store, instance, start } = await open()
  await start()
  await store.write('accounts.learn', { key: instance, wid: service.wid, ownId: service.accountId })
  const owner = service.person('79990001122', { name: 'Olga', contactName: 'Olga the owner' })
  const group = service.group('-100200300', {
    subject: 'Night shift',
    description: 'About',
    membership: 'admin',
    createdAt: 1_700_000_000_000,
    allowParticipantsAddMembers: true,
  })
  group.add(owner.chatId, 'owner').add('79990001133', 'member')
  owner.says('hi', { to: group, notify: false })
  const { chat } = await load(group.id)
  const before = await call('groups.details', { chat })
  expect(before).toMatchObject({ state: 'unknown', participants: [] })
  await fetchAvatar([chat], chat)
  const details = await call('groups.details', { chat })
  expect(details).toMatchObject({
    state: 'known',
    subject: 'Night shift',
    description: 'About',
    ownerName: 'Olga the owner',
    createdAt: 1_700_000_000_000,
    ownRole: 'admin',
    participantsMay: { addMembers: true, editGroupSettings: false },
    size: 3,
  })
  expect(details.inviteLink).not.toBe('')
  expect(details.participants.map(({ name, role, own }) => [name, role, own])).toEqual([
    ['Olga the owner', 'owner', false],
    [expect.any(String), 'admin', true],
    [expect.any(String), 'member', false],
  ])
})

it.each(['whatsapp', 'v3', 'telegram'] as const)('knows the own account by what %s says of it', async (family) => {
  const emulator = createEmulator()
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const idInstance = '1101000001'
  const service = emulator.addInstance({ idInstance, token: 'secret-of-the-test', family, phone: '79001234567' })
  service.avatar = { kind: 'set', mediaId: 'brand-desk' }
  const group = service.group(undefined, { subject: 'Shift', membership: 'owner' })
  group.add(service.accountId, 'owner')
  const anna = service.person('79990001122', { name: 'Anna' })
  anna.says('hi', { to: group })
  const core = await startTestCore({ instances: [{ apiUrl, idInstance, token: 'secret-of-the-test', family }] })
  onTestFinished(() => core.stop())
  const instance = core.firstKey()
  await core.waitFor('its picture is known', () => core.instances.get(instance)?.row().avatarRef)
  await core.untilApplied()
  const chat = await core.chat(instance, group.id)
  await core.call('chats.refreshGroup', { chat })
  expect(await core.call('groups.details', { chat })).toMatchObject({ ownRole: 'owner' })
  // A number as people dial it at home is none of the messenger's own ids.
  for (const typed of ['89161234567', '8 (916) 123-45-67'])
    expect(await core.call('chats.suggestRecipient', { instance, text: typed })).toMatchObject({
      kind: 'corrected',
      chatId: '79161234567@c.us',
    })
  const refused = emulator.recorder.list({ operation: 'getAvatar' }).filter(({ status }) => status !== 200)
  expect(refused).toEqual([])
})

it('asks for a group by a hyphen and digits, whichever form its id came in', async () => {
  const { service, store, instance, details, directory, start, emulator } = await open()
  await start()
  service.group('-100200300', { subject: 'Shift' })
  service.group('-100200400', { subject: 'Night' })
  for (const [typed, subject] of [
    ['-100200300@g.us', 'Shift'],
    ['-100200400', 'Night'],
  ] as const) {
    const { chat } = await store.write('sending.openChat', { instance, chatId: typed })
    await directory.refreshGroup(chat)
    expect(await details(chat)).toMatchObject({ title: subject })
  }
  expect(emulator.recorder.list({ operation: 'getGroupData' }).map(({ body }) => body)).toEqual([
    '{"groupId":"-100200300"}',
    '{"groupId":"-100200400"}',
  ])
})

it('keeps what was known of a group that the account left or the service no longer knows, and says which', async () => {
  const { emulator, service, load, call, start } = await open()
  await start()
  const group = service.group('-100200300', { subject: 'Night shift' })
  service.person('79990001122').says('hi', { to: group, notify: false })
  const { chat } = await load(group.id)
  const refreshed = async () => {
    await call('chats.refreshGroup', { chat })
    return call('groups.details', { chat })
  }
  expect((await refreshed()).state).toBe('known')
  group.membership = 'stranger'
  expect(await refreshed()).toMatchObject({ state: 'notMember', subject: 'Night shift', size: 1 })
  emulator.fault({ kind: 'refuse', status: 200, body: 'Error: item-not-found' }, { operation: 'getGroupData' })
  expect(await refreshed()).toMatchObject({ state: 'notFound', subject: 'Night shift', size: 1 })
})

it('asks once a week for what the service lacks, and explains what it can’t do', async () => {
  const { service, load, fetchAvatar, asked, call, clock, start, store, instance } = await open()
  service.behave({ optionalOperations: [] })
  await start()
  const person = service.person('79990001122')
  service.phone.says('hello', { to: person, notify: false })
  const { chat } = await load(person.chatId)
  await fetchAvatar([chat])
  const other = service.person('79990003344')
  service.phone.says('hello', { to: other, notify: false })
  const later = await load(other.chatId)
  await clock.advance(6 * 24 * 60 * minute)
  await fetchAvatar([chat, later.chat])
  expect(asked('getContactInfo')).toBe(1)
  await clock.advance(2 * 24 * 60 * minute)
  await fetchAvatar([chat, later.chat])
  expect(asked('getContactInfo'), 'a service learns').toBe(2)
  const { absentOperations } = await store.read('accounts.get', { key: instance })
  expect(Object.keys(absentOperations)).toEqual(expect.arrayContaining(['getContacts', 'getContactInfo']))
  await expect(call('groups.details', { chat })).rejects.toMatchObject({ code: 'notGroup' })
})

it('names a group in view although the service answers for no person', async () => {
  const { service, emulator, load, fetchAvatar, details, asked, start } = await open()
  emulator.fault({ kind: 'refuse', status: 404, body: 'Not Found' }, { operation: 'getContactInfo' })
  await start()
  const people = ['79990001122', '79990001133', '79990001144'].map((phone) => service.person(phone))
  for (const person of people) service.phone.says('hello', { to: person, notify: false })
  const group = service.group('-100200300', { subject: 'Night shift' })
  service.phone.says('hello', { to: group, notify: false })
  const chats = []
  for (const id of [...people.map(({ chatId }) => chatId), group.id]) chats.push((await load(id)).chat)
  await fetchAvatar(chats)
  expect(await Promise.all(chats.slice(-1).map(details))).toMatchObject([{ title: 'Night shift' }])
  expect(asked('getAvatar')).toBe(4)
  // The next person's name would fail too; two look-ups run at once.
  expect(asked('getContactInfo')).toBeLessThan(people.length)
})

it('knows the account’s own avatar once its id is known', async () => {
  const { service, store, instance, refresh, directory, start, call } = await open()
  service.avatar = { kind: 'set', mediaId: 'brand-desk' }
  await start()
  await store.write('accounts.learn', { key: instance, wid: service.wid, ownId: service.accountId })
  await refresh()
  // The registry's row follows the store; the next change of an instance finds it.
  await store.write('accounts.learn', { key: instance, clockOffsetMs: 5 })
  await directory.settled()
  const own = (await store.read('accounts.get', { key: instance })).avatarRef
  expect(own).toMatch(/^f[0-9a-f]{40}$/)
  service.avatar = { kind: 'absent' }
  await call('media.refreshOwnAvatar', { instance })
  expect((await store.read('accounts.get', { key: instance })).avatarRef).toBeNull()
})
