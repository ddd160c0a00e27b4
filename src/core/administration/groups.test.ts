import { expect, onTestFinished, test } from 'vitest'
import type { ContactFilter } from '../../contract/administration.ts'
import { administered, openAdministration, refusalOf } from '../testing/administration-scene.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

/** A JPEG as far as its first bytes go. */
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')

async function withPeople(family: 'v3' | 'whatsapp' = 'v3') {
  const scene = await openAdministration({ family })
  const anna = scene.instance.person('79990001122', { name: 'Anna', contactName: 'Anna' }).chatId
  const stranger = scene.instance.person('79990001133', { name: 'Stranger' }).chatId
  return { ...scene, of: { instance: scene.core.firstKey() }, anna, stranger }
}

test.each(['v3', 'whatsapp'] as const)('on %s a group is made, filled, renamed, pictured and left', async (family) => {
  const { core, of, instance, anna, pass } = await withPeople(family)
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: [anna] })
  const [group] = instance.groups
  expect(group?.subject).toBe('Routes')
  await core.call('groups.rename', { chat, name: 'Night routes' })
  await core.call('groups.setPicture', { chat, picture: jpeg })
  await core.call('groups.setSettings', { chat, may: { editGroupSettings: true } })
  await pass(1)
  await core.call('groups.setAdmin', { chat, participant: anna, admin: true })
  expect(group).toMatchObject({
    subject: 'Night routes',
    avatar: { kind: 'set' },
    allowParticipantsEditGroupSettings: true,
  })
  expect(group?.roles.get(anna)).toBe('admin')
  const details = await core.call('groups.details', { chat })
  expect(details).toMatchObject({ subject: 'Night routes', size: 2 })
  await core.call('groups.removePerson', { chat, participant: anna })
  await core.call('groups.leave', { chat })
  expect((await core.call('groups.list', of)).groups).toMatchObject([{ title: 'Night routes', state: 'notMember' }])
})

test.each(['v3', 'whatsapp'] as const)(
  'on %s what was changed here is shown, also while the service answers with data of five minutes ago',
  async (family) => {
    const { core, emulator, instance, of, anna, pass } = await withPeople(family)
    const boris = instance.person('79990001144', { name: 'Boris', contactName: 'Boris' }).chatId
    const answerWith = (body: string) => {
      emulator.faults.clear()
      emulator.fault({ kind: 'refuse', status: 200, body }, { operation: 'getGroupData' })
    }
    const shown = async () => {
      const { state, subject, size, participants } = await core.call('groups.details', { chat })
      return [state, subject, size, Object.fromEntries(participants.map(({ chatId, role }) => [chatId, role]))]
    }
    const own = instance.accountId
    await core.call('account.read', of)

    answerWith('Error: item-not-found')
    const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: [anna] })
    const inviteLink = instance.groups[0]?.inviteLink
    expect(await core.call('groups.details', { chat })).toMatchObject({ ownRole: 'owner', inviteLink })
    expect((await core.call('groups.list', of)).groups).toMatchObject([{ title: 'Routes', state: 'known' }])
    expect(await shown()).toEqual(['known', 'Routes', 2, { [own]: 'owner', [anna]: 'member' }])

    const participants = [
      { chatId: own, isAdmin: true, isSuperAdmin: true },
      { chatId: anna, isAdmin: false, isSuperAdmin: false },
    ]
    answerWith(JSON.stringify({ groupId: instance.groups[0]?.id, owner: own, subject: 'Routes', participants }))
    await pass(1)
    await core.call('groups.rename', { chat, name: 'Night routes' })
    await core.call('groups.setAdmin', { chat, participant: anna, admin: true })
    await core.call('groups.add', { chat, participant: boris })
    const changed = ['known', 'Night routes', 3, { [own]: 'owner', [anna]: 'admin', [boris]: 'member' }]
    expect(await shown()).toEqual(changed)
    await core.call('chats.refreshGroup', { chat })
    expect(await shown()).toEqual(changed)
    expect((await core.call('groups.list', of)).groups).toMatchObject([{ title: 'Night routes' }])

    await core.call('groups.removePerson', { chat, participant: anna })
    expect(await shown()).toEqual(['known', 'Night routes', 2, { [own]: 'owner', [boris]: 'member' }])
    await core.call('groups.leave', { chat })
    await core.call('chats.refreshGroup', { chat })
    expect((await shown()).slice(0, 2)).toEqual(['notMember', 'Night routes'])

    // From then on the service knows better.
    await pass(300_000)
    await core.call('chats.refreshGroup', { chat })
    expect(await shown()).toEqual(['known', 'Routes', 2, { [own]: 'owner', [anna]: 'member' }])
  },
)

test('a participant whom the service names by another id is shown once', async () => {
  const { core, of, instance, anna } = await withPeople()
  const boris = instance.person('79990001144', { name: 'Boris', contactName: 'Boris' }).chatId
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: [anna] })
  await core.call('groups.add', { chat, participant: '79990001144@c.us' })
  expect((await core.call('groups.details', { chat })).participants.map(({ chatId }) => chatId).toSorted()).toEqual(
    [instance.accountId, anna, boris].toSorted(),
  )
})

test('a group that was made and whose id the answer does not name may be there: nobody is told that it was refused', async () => {
  const { core, of, emulator } = await withPeople()
  emulator.fault(
    { kind: 'refuse-after', status: 200, body: '{"created":true,"chatId":"","groupInviteLink":""}' },
    { operation: 'createGroup' },
  )
  const made = core.call('groups.create', { ...of, name: 'Routes', people: ['79990001122'] })
  expect(await refusalOf(made)).toMatchObject({ code: 'outcomeUnknown' })
})

test('a right is set only where it was touched, one that nobody told of stays unknown, and one that the family lacks is refused', async () => {
  const { core, of, instance, pass, emulator } = await withPeople()
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: ['79990001122'] })
  const rights = async () => (await core.call('groups.details', { chat })).participantsMay
  expect(await rights()).toEqual({ editGroupSettings: false, addMembers: false })
  await core.call('groups.setSettings', { chat, may: { pinMessages: true } })
  await pass(1)
  expect([...(instance.groups[0]?.unsynced ?? [])]).toEqual([['allowParticipantsPinMessages', true]])
  expect(await rights()).toEqual({ editGroupSettings: false, addMembers: false })
  const [asked] = emulator.recorder.list({ operation: 'updateGroupSettings' })
  expect(JSON.parse(asked?.body ?? '')).toEqual({ chatId: instance.groups[0]?.id, allowParticipantsPinMessages: true })
  for (const may of [{}, { sendPolls: true }])
    expect(await refusalOf(core.call('groups.setSettings', { chat, may }))).toMatchObject({ code: 'badInput' })
  expect(emulator.recorder.list({ operation: 'updateGroupSettings' })).toHaveLength(1)
})

test('one group in five minutes: the second is not even asked for', async () => {
  const { core, of, pass, asked, emulator } = await withPeople()
  await core.call('groups.create', { ...of, name: 'Routes', people: ['79990001122'] })
  expect((await core.call('groups.list', of)).nextAt).toBe(emulator.clock.now() + 300_000)
  const again = core.call('groups.create', { ...of, name: 'Again', people: ['79990001122'] })
  expect(await refusalOf(again)).toMatchObject({ code: 'tooSoon', retryAfterMs: 300_000 })
  expect(asked('createGroup')).toBe(1)
  await pass(300_000)
  await core.call('groups.create', { ...of, name: 'Again', people: ['79990001122'] })
})

test('a group that was made by a clock that was ahead holds up no other', async () => {
  const { core, of, emulator } = await withPeople()
  const name = `groups.createdAt ${of.instance}`
  await core.store.write('preferences.set', { name, value: String(emulator.clock.now() + 3_600_000) })
  expect((await core.call('groups.list', of)).nextAt).toBeNull()
})

test('the five minutes between two groups go on over a restart of the program', async () => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const { core, emulator, instance, asked } = await openAdministration({}, { dataDir: dir.path })
  instance.person('79990001122', { name: 'Anna', contactName: 'Anna' })
  const apiUrl = core.instances.get(core.firstKey())?.row().apiUrl ?? ''
  await core.call('groups.create', { instance: core.firstKey(), name: 'Routes', people: ['79990001122'] })
  emulator.clock.advance(60_000)
  await core.stop()
  const next = await startTestCore({
    services: ['administration'],
    limitClasses: unlimited,
    clock: createBorrowedClock(emulator.clock),
    dataDir: dir.path,
    instances: [{ apiUrl, ...administered }],
  })
  onTestFinished(() => next.stop())
  const again = next.call('groups.create', { instance: next.firstKey(), name: 'Again', people: ['79990001122'] })
  expect(await refusalOf(again)).toMatchObject({ code: 'tooSoon', retryAfterMs: 240_000 })
  expect(asked('createGroup')).toBe(1)
})

test('a 200 with false is a refusal that says so, and nothing is taken for done', async () => {
  const { core, of, instance } = await withPeople()
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: ['79990001122'] })
  const refused = await refusalOf(core.call('groups.add', { chat, participant: '79990001133' }))
  expect(refused).toEqual({ code: 'serviceRefused', details: { text: '200 addParticipant: false' } })
  expect(instance.groups[0]?.roles.has('79990001133')).toBe(false)
  instance.group(instance.groups[0]?.id, { membership: 'member' })
  expect(await refusalOf(core.call('groups.rename', { chat, name: 'Mine' }))).toMatchObject({ code: 'serviceRefused' })
})

test('what is done to two people at once is done to both, and the same twice is one', async () => {
  const { core, of, instance, asked, anna } = await withPeople()
  const boris = instance.person('79990001144', { name: 'Boris', contactName: 'Boris' }).chatId
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: [anna, boris] })
  const ofBoth = (act: (participant: string) => Promise<unknown>) => Promise.all([anna, boris, boris].map(act))
  await ofBoth((participant) => core.call('groups.setAdmin', { chat, participant, admin: true }))
  const roleOf = (id: string) => instance.groups[0]?.roles.get(id)
  expect([roleOf(anna), roleOf(boris)]).toEqual(['admin', 'admin'])
  await ofBoth((participant) => core.call('groups.removePerson', { chat, participant }))
  expect([roleOf(anna), roleOf(boris)]).toEqual([undefined, undefined])
  expect([asked('setGroupAdmin'), asked('removeGroupParticipant')]).toEqual([2, 2])
})

test('a picture that is no JPEG, or too large, goes nowhere', async () => {
  const { core, of, asked } = await withPeople()
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64')
  expect(await refusalOf(core.call('account.setPicture', { ...of, picture: png }))).toMatchObject({
    code: 'pictureWrongType',
  })
  const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4 * 1024 * 1024)]).toString('base64')
  expect(await refusalOf(core.call('account.setPicture', { ...of, picture: large }))).toMatchObject({
    code: 'pictureTooLarge',
  })
  const { chat } = await core.call('groups.create', { ...of, name: 'Routes', people: ['79990001122'] })
  expect(await refusalOf(core.call('groups.setPicture', { chat, picture: png }))).toMatchObject({
    code: 'pictureWrongType',
  })
  expect([asked('setProfilePicture'), asked('setGroupPicture')]).toEqual([0, 0])
  await core.call('account.setPicture', { ...of, picture: jpeg })
  expect(await refusalOf(core.call('account.setPicture', { ...of, picture: jpeg }))).toMatchObject({
    code: 'tooSoon',
    retryAfterMs: 10_000,
  })
})

test('contacts are read, found, checked, added, renamed and deleted', async () => {
  const { core, of, instance, stranger: chatId } = await withPeople()
  await core.call('contacts.read', of)
  const find = async (text: string, only: ContactFilter = 'all') =>
    (await core.call('contacts.list', { ...of, text, only })).rows.map(({ name }) => name)
  // MAX has no name of somebody who never wrote (service 10.2).
  expect(await find('')).toEqual(['+7 999 000 11 33', 'Anna'])
  instance.person('79990001133').says('Hello', { notify: false })
  await core.call('contacts.read', of)
  expect(await find('')).toEqual(['Anna', 'Stranger'])
  expect(await find('', 'contacts')).toEqual(['Anna'])
  expect([await find('anN'), await find('0001133'), await find('nobody')]).toEqual([['Anna'], ['Stranger'], []])
  expect(await core.call('contacts.check', { ...of, phone: '79990001133' })).toEqual({
    exists: true,
    chatId,
  })
  const { rows } = await core.call('contacts.list', { ...of, text: 'Stranger', only: 'all' })
  expect(rows[0]?.check).toMatchObject({ exists: true })
  instance.person('79990001133').noAccount = true
  await core.call('contacts.check', { ...of, phone: '79990001133' })
  expect([await find('', 'missing'), await find('', 'chats')]).toEqual([['Stranger'], ['Stranger']])
  instance.person('79990001133').noAccount = false
  const stranger = { ...of, chatId, firstName: 'Boris', lastName: 'K' }
  expect(await refusalOf(core.call('contacts.save', { ...stranger, isNew: false }))).toMatchObject({
    details: { text: '200 editContact: false' },
  })
  await core.call('contacts.save', { ...stranger, isNew: true })
  expect(await find('', 'contacts')).toEqual(['Anna', 'Boris K'])
  expect(instance.person('79990001133').contactName).toBe('Boris K')
  await core.call('contacts.delete', { ...of, chatId })
  expect(await find('', 'contacts')).toEqual(['Anna'])
})

test('a contact that was renamed or deleted here stays so while the list of contacts is older', async () => {
  const { core, of, emulator, anna, pass } = await withPeople()
  const names = async () => {
    await core.call('contacts.read', of)
    return (await core.call('contacts.list', { ...of, text: '', only: 'contacts' })).rows.map(({ name }) => name)
  }
  const body = JSON.stringify([{ chatId: anna, name: 'Anna', contactName: 'Anna', type: 'user' }])
  emulator.fault({ kind: 'refuse', status: 200, body }, { operation: 'getContacts' })
  expect(await names()).toEqual(['Anna'])
  await pass(1000)
  await core.call('contacts.save', { ...of, chatId: anna, firstName: 'Anna', lastName: 'K', isNew: false })
  await pass(299_000)
  expect(await names()).toEqual(['Anna K'])
  await pass(2000)
  expect(await names()).toEqual(['Anna'])
  await core.call('contacts.delete', { ...of, chatId: anna })
  await pass(299_000)
  expect(await names()).toEqual([])
  await pass(2000)
  expect(await names()).toEqual(['Anna'])
})

test('a check of a number goes on for one window when another one, which asked first, is closed', async () => {
  const { core, of } = await withPeople()
  const closed = new AbortController()
  const check = (signal?: AbortSignal) => core.call('contacts.check', { ...of, phone: '79990001133' }, signal)
  const first = check(closed.signal).catch(() => undefined)
  const second = check()
  closed.abort()
  await expect(second).resolves.toMatchObject({ exists: true })
  await first
})

test('somebody who is added by a number and has a chat under another id is one person', async () => {
  const { core, of, instance } = await withPeople('v3')
  const anna = instance.person('79990005566', { name: 'anna_1987' })
  anna.says('Good morning', { notify: false })
  await core.call('contacts.read', of)
  const shown = async () =>
    (await core.call('contacts.list', { ...of, text: '0005566', only: 'all' })).rows.map(
      ({ id, name, inContacts }) => ({
        id,
        name,
        inContacts,
      }),
    )
  const save = { ...of, chatId: '79990005566@c.us', firstName: 'Anna', lastName: '', isNew: true }
  await core.call('contacts.save', save)
  for (const when of ['saved', 'read again']) {
    expect(await shown(), when).toEqual([{ id: anna.chatId, name: 'Anna', inContacts: true }])
    await core.call('contacts.read', of)
  }
  await core.call('contacts.delete', { ...of, chatId: anna.chatId })
  expect(await shown()).toEqual([{ id: anna.chatId, name: 'anna_1987', inContacts: false }])
})

test('a number without an account is refused in the words of the service, and is no missing operation', async () => {
  const { core, of } = await withPeople('whatsapp')
  const nobody = { ...of, chatId: '79990009999@c.us', firstName: 'Nobody', lastName: '', isNew: true }
  expect(await refusalOf(core.call('contacts.save', nobody))).toEqual({
    code: 'serviceRefused',
    details: { text: '79990009999@c.us is not on WhatsApp' },
  })
  const [shown] = await core.call('instances.list', {})
  expect(shown?.absentOperations).not.toContain('addGroupParticipant')
})
