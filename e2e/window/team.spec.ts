import { ContractError, type ContractErrorData } from '../../src/contract/errors.ts'
import type { JoinStep, TeamChat } from '../../src/contract/team.ts'
import { goToHash } from '../support/inspect.ts'
import { chatRow, composer, conversation, details, message, openChat, rail } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

test('what is wrong about joining a team is said where it was typed, with the steps that went well', async ({
  desk,
  open,
  pipe,
}) => {
  let steps: readonly JoinStep[] = []
  const refuseWith = (code: ContractErrorData['code'], details: Record<string, string>, done: readonly JoinStep[]) =>
    desk.answer('team.join', ({ run = '' }) => {
      steps = done
      desk.changed({ kind: 'check', run })
      throw new ContractError(code, { details })
    })
  desk.answer('team.joinSteps', () => steps)
  const page = await open()
  await goToHash(page, '#/settings/1/team')
  const form = page.getByRole('form', { name: 'Join a team' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const list = form.getByRole('list', { name: 'Joining' }).getByRole('listitem')
  const reach = { step: 'reach', ok: true, tookMs: 200, isSecure: false } as const
  const join = () => page.keyboard.press('Enter')

  await test.step('nothing is asked while a field is empty or no address', async () => {
    await field('Address of the database').fill('https://db.example.net/desk')
    await field('Password').fill('another')
    await field('Your name').fill('Yara')
    await join()
    await expect(form).toContainText('This is not the address of a database.')
    await expect(field('Address of the database')).toBeFocused()
    await field('Address of the database').fill('postgres://yara@db.example.net/desk')
    await join()
    await expect(field('Team passphrase')).toBeFocused()
    await field('Team passphrase').fill('what the team knows')
    expect(desk.inputs('team.join')).toEqual([])
  })
  await test.step('a password that the database refuses', async () => {
    refuseWith('teamTrouble', { trouble: 'refused' }, [{ step: 'reach', ok: false, tookMs: 200 }])
    await join()
    await expect(form).toContainText('The database refused this login or its password.')
    await expect(field('Password')).toBeFocused()
    await expect(list).toHaveText([/The database could not be reached/])
  })
  await test.step('a passphrase that does not open the tokens', async () => {
    refuseWith('passphraseWrong', {}, [
      reach,
      { step: 'schema', ok: true, tookMs: null, role: 'member' },
      { step: 'passphrase', ok: false, tookMs: 400 },
    ])
    await field('Password').fill('the right one')
    await join()
    await expect(form).toContainText('This passphrase does not open the team’s tokens.')
    await expect(field('Team passphrase')).toBeFocused()
    await expect(list).toHaveText([
      /Connected to a database on this computer/,
      /The database holds a team; your role: Member/,
      /The passphrase does not open the team’s tokens/,
    ])
  })
  await test.step('a database without a team: it is created with a passphrase that is typed twice', async () => {
    refuseWith('teamNew', {}, [reach])
    const letGo = pipe.hold('team.join')
    await join()
    await expect.poll(() => desk.inputs('team.join').length).toBe(3)
    // The person goes on elsewhere until the answer comes.
    const port = page.getByRole('textbox', { name: 'Port for programs' })
    await port.fill('4012')
    letGo()
    await expect(form).toContainText('This database has no team yet, so you create it.')
    await page.keyboard.type('3')
    await expect(port).toHaveValue('40123')
    await expect(list).toHaveCount(0)
    await field('Passphrase again').fill('something else')
    const asked = desk.inputs('team.join').length
    await join()
    await expect(form).toContainText('The two passphrases differ.')
    expect(desk.inputs('team.join')).toHaveLength(asked)
    desk.answer('team.join', () => desk.joinTeam())
    await field('Passphrase again').fill('what the team knows')
    await form.getByRole('button', { name: 'Create the team' }).click()
    await expect(form).toBeHidden()
    expect(desk.inputs('team.join').at(-1)).toMatchObject({
      ...{ host: 'db.example.net', port: 5432, database: 'desk', user: 'yara', password: 'the right one' },
      ...{ name: 'Yara', passphrase: 'what the team knows', create: true },
    })
  })
})

/** A desk in a team, whose window stands in the chat with Anna. */
async function inTeam(desk: ScriptedDesk, open: () => Promise<import('@playwright/test').Page>) {
  const chat = desk.customer('Anna')
  desk.joinTeam()
  const page = await open()
  await openChat(page, 'Anna')
  return { chat, page }
}

test('what a colleague does in a chat stands where one would do it: who has it, looks, writes, noted, labelled and sends', async ({
  desk,
  open,
}) => {
  const { chat, page } = await inTeam(desk, open)
  const yara = { desk: '00000000-0000-4000-8000-000000000002', name: 'Yara', isThis: false }
  const present = (what: 'reading' | 'writing') => {
    const presence = { ...yara, instance: desk.instance.key, chat, title: 'Anna', what, since: Date.now() }
    desk.answer('team.presence', () => [presence])
    desk.changed({ kind: 'team' })
  }
  const underWay = (state: 'sending' | 'uncertain') => {
    const send = { id: '00000000-0000-4000-8000-000000000009', by: yara, text: 'Monday at nine?', state, at: 1 }
    desk.answer('team.chat', (): TeamChat => ({ seenBy: [], underWay: [send] }))
    desk.changed({ kind: 'teamChat', chat })
  }

  desk.assignToYara(chat)
  await expect(conversation(page).getByRole('button', { name: /Yara/ })).toBeVisible()
  await expect(chatRow(page, 'Anna').getByRole('img', { name: 'Assigned to Yara' })).toBeVisible()
  present('reading')
  await expect(conversation(page).getByText('Yara is looking at this chat')).toBeVisible()
  present('writing')
  await expect(conversation(page).getByText('Yara is writing')).toBeVisible()
  await expect(chatRow(page, 'Anna')).toContainText('Yara is writing')

  await page.keyboard.press('Control+.')
  desk.note(chat, 'Wants the green chair')
  desk.notes = desk.notes.map((note) => ({ ...note, by: yara }))
  desk.changed({ kind: 'notes', chat })
  const note = details(page).getByRole('region', { name: 'Notes' }).getByRole('listitem')
  await expect(note).toContainText('Wants the green chair')
  await expect(note).toContainText('Yara')
  desk.change(chat, { labels: [desk.label('Urgent')] })
  await expect(chatRow(page, 'Anna')).toContainText('Urgent')
  await page.keyboard.press('Alt+l')
  await expect(page.getByRole('dialog', { name: 'Labels of Anna' })).toContainText('Everyone in the team sees them.')
  await page.keyboard.press('Escape')

  underWay('sending')
  await expect(conversation(page).getByText('Yara is sending this.')).toBeVisible()
  underWay('uncertain')
  const unknown = conversation(page).getByRole('note').filter({ hasText: 'Monday at nine?' })
  await expect(unknown).toContainText('It may or may not have arrived.')
  await expect(unknown.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  if (desk.team.kind === 'joined')
    desk.team = { ...desk.team, members: desk.team.members.map((one) => ({ ...one, isHere: one.isThis })) }
  desk.changed({ kind: 'team' })
  await expect(unknown).toContainText('Yara’s desk was sending this')
  await expect(unknown).toContainText('It may or may not be sent.')
  desk.answer('team.dismissSend', () => {
    desk.forget('team.chat')
    desk.changed({ kind: 'teamChat', chat })
  })
  await unknown.getByRole('button', { name: 'Dismiss' }).click()
  await expect(unknown).toBeHidden()
  expect(desk.inputs('team.dismissSend')).toHaveLength(1)
})

test('a desk whose team’s database is away says so, and a viewer reads and can’t write; members have their roles', async ({
  desk,
  open,
}) => {
  const { chat, page } = await inTeam(desk, open)
  const team = desk.team
  if (team.kind !== 'joined') throw new Error('The desk is in no team.')
  desk.team = {
    ...team,
    state: 'away',
    trouble: { kind: 'unreachable' },
    instances: team.instances.map((one) => ({ ...one, reader: null, isThis: false })),
  }
  desk.changed({ kind: 'team' })
  await expect(
    page.getByRole('alert').filter({ hasText: 'The team’s database has been unreachable since' }),
  ).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Receiving stopped, no team database')
  desk.sent(chat, 'The driver rings', {
    status: { kind: 'queued', changeable: true, waitReason: { kind: 'teamAway' } },
  })
  await expect(message(page, 'The driver rings')).toContainText('Waiting for the team’s database')

  desk.team = { ...team, role: 'viewer' }
  desk.changed({ kind: 'team' })
  await expect(page.getByText('The team’s database has been unreachable since')).toBeHidden()
  await expect(composer(page)).toBeDisabled()
  await expect(composer(page)).toHaveAttribute('placeholder', 'You can read here')

  const reader = team.members.find(({ isThis }) => !isThis)?.desk ?? null
  desk.team = {
    ...team,
    members: team.members.map((one) => (one.isThis ? one : { ...one, role: 'viewer' as const })),
    instances: team.instances.map((one) => ({ ...one, reader, isThis: false })),
  }
  desk.changed({ kind: 'team' })
  await expect(rail(page).getByRole('link', { name: /Order desk.*received by Yara’s desk/ })).toBeVisible()

  await goToHash(page, '#/settings/1/team')
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveText([
    /Boss, you.*Member/,
    /Yara.*Viewer.*Here now/,
  ])
})

test('who confirms takes over what was asked: the queue of an instance, or the instance from the team', async ({
  desk,
  open,
}) => {
  desk.joinTeam()
  const { team } = desk
  if (team.kind !== 'joined') throw new Error('It is in a team.')
  const yara = team.members.find(({ isThis }) => !isThis)?.desk ?? ''
  const instances = team.instances.map((row) => ({ ...row, isThis: false, reader: yara }))
  desk.team = { ...team, role: 'administrator', instances }
  for (const name of ['team.receiveHere', 'team.unshare'] as const) desk.answer(name, () => undefined)
  const page = await open()
  await goToHash(page, '#/settings/1/team')
  const { key: instance, name } = desk.instance
  await page.getByRole('button', { name: `Receive ${name} here` }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Receive here' }).click()
  await expect.poll(() => desk.inputs('team.receiveHere')).toEqual([{ instance }])
  expect(desk.inputs('team.unshare')).toEqual([])
})
