import { ContractError } from '../../src/contract/errors.ts'
import { annotateByKeyboard } from '../support/annotate.ts'
import { chatRow, composer, details, openChat } from '../support/window.ts'
import type { ScriptedDesk } from './scripted-desk.ts'
import { expect, test } from './window-test.ts'

/** Labels and notes as core keeps them, with its limits (src/core/annotations). */
function keepAnnotations(desk: ScriptedDesk): void {
  desk.answer('labels.save', ({ key, name, hue }) => {
    if (name !== undefined && name.length > 32)
      throw new ContractError('labelNameTooLong', { details: { length: name.length, limit: 32 } })
    const taken = desk.labels.find((one) => one.name.toLowerCase() === name?.toLowerCase())
    if (taken !== undefined && taken.key !== key) throw new ContractError('labelNameTaken')
    const label = desk.labels.find((one) => one.key === key)
    if (label === undefined) return { key: desk.label(name ?? '') }
    Object.assign(label, { name: name ?? label.name, hue: hue ?? label.hue })
    desk.changed({ kind: 'labels' })
    return { key: label.key }
  })
  desk.answer('notes.change', ({ key, text }) => {
    if (text.length > 4000) throw new ContractError('noteTooLong', { details: { length: text.length, limit: 4000 } })
    desk.notes = desk.notes.map((one) => (one.key === key ? { ...one, text, editedAt: one.at + 1 } : one))
    desk.changed({ kind: 'notes', chat: desk.notes[0]?.chat ?? (0 as never) })
  })
  desk.answer('notes.restore', ({ chat, text, id }) => ({ key: desk.note(chat, text, id) }))
}

test('labels and notes are made by keyboard, and what can not be one is refused at its place', async ({
  desk,
  open,
}) => {
  for (const name of ['Clara', 'Boris', 'Anna']) desk.customer(name)
  keepAnnotations(desk)
  const page = await open()
  await annotateByKeyboard(page)
})

test('Escape takes nothing that was written of a note, and Enter ticks the label of that very name', async ({
  desk,
  open,
}) => {
  const [gold, plain] = [desk.label('Gold VIP'), desk.label('VIP')]
  const anna = desk.customer('Anna')
  desk.note(anna, 'Pays late')
  const page = await open()
  await openChat(page, 'Anna')

  await page.keyboard.press('Alt+l')
  await expect(page.getByRole('checkbox', { name: 'Gold VIP' })).toBeVisible()
  await page.keyboard.type('vip')
  await page.keyboard.press('Enter')
  await expect.poll(() => desk.chat(anna).row.labels).toEqual([plain])
  expect(desk.chat(anna).row.labels).not.toContain(gold)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('Control+.')
  const notes = details(page).getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Change' }).click()
  await notes.getByRole('textbox').fill('Pays late, in cash')
  await page.keyboard.press('Escape')
  await expect(notes.getByRole('textbox')).toHaveValue('Pays late, in cash')
  await notes.getByRole('textbox').fill('Pays late')
  await page.keyboard.press('Escape')
  await expect(notes.getByRole('textbox')).toBeHidden()
  await expect(notes).toContainText('Pays late')
  await expect(chatRow(page, 'Anna')).toBeVisible()
})

test('the button that saves a note is in sight as soon as a note is begun', async ({ desk, open }) => {
  desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  const notes = details(page).getByRole('region', { name: 'Notes' })
  const add = notes.getByRole('button', { name: 'Add note' })
  // The window ends just below the field.
  const { y = 0 } = (await add.boundingBox()) ?? {}
  await page.setViewportSize({ width: 1440, height: Math.round(y) + 120 })
  await add.press('Enter')
  await expect(notes.getByRole('textbox')).toBeFocused()
  await expect(notes.getByRole('button', { name: 'Save note' })).toBeInViewport({ ratio: 1 })
})

test('a note that is taken back by Undo is on the chat that it was on, in whichever chat of the person that is done', async ({
  desk,
  open,
}) => {
  const boris = desk.customer('Boris')
  desk.customer('Anna')
  keepAnnotations(desk)
  desk.answer('notes.list', () => desk.notes)
  desk.note(boris, 'Pays late')
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  const notes = details(page).getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(notes).not.toContainText('Pays late')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(notes).toContainText('Pays late')
  expect(desk.notes).toMatchObject([{ chat: boris, text: 'Pays late' }])
})

test('a note that is refused late takes no letters from the answer that is written by then', async ({
  desk,
  open,
  pipe,
}) => {
  desk.customer('Anna')
  desk.answer('notes.add', () => {
    throw new ContractError('storeFull')
  })
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  const notes = details(page).getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Add note' }).click()
  await page.keyboard.type('Pays late')
  const letGo = pipe.hold('notes.add')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => desk.inputs('notes.add').length).toBe(1)
  await composer(page).click()
  await page.keyboard.type('It is ')
  letGo()
  await expect(notes.getByRole('alert')).toBeVisible()
  await page.keyboard.type('ready')
  await expect(composer(page)).toHaveValue('It is ready')
  await expect(notes.getByRole('textbox')).toHaveValue('Pays late')
})

test('a card that was begun takes no letters from the answer when its chat is opened again', async ({ desk, open }) => {
  for (const name of ['Boris', 'Anna']) desk.customer(name)
  const page = await open()
  await openChat(page, 'Anna')
  await page.keyboard.press('Control+.')
  const person = details(page).getByRole('region', { name: 'Person' })
  await person.getByRole('button', { name: 'Name this person' }).click()
  await page.keyboard.type('Anna S')
  await openChat(page, 'Boris')
  await expect(person.getByRole('button', { name: 'Name this person' })).toBeVisible()
  await openChat(page, 'Anna')
  await expect(person.getByLabel('Name given here')).toHaveValue('Anna S')
  await page.keyboard.type('It is ready')
  await expect(composer(page)).toHaveValue('It is ready')
  await expect(person.getByLabel('Name given here')).toHaveValue('Anna S')
})
