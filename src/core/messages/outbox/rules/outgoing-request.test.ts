import { expect, test } from 'vitest'
import type { Family } from '../../../../api/operations.ts'
import type { OutgoingContent } from '../../../../contract/sending.ts'
import { formOf } from './outgoing-request.ts'

const poll: OutgoingContent = {
  kind: 'poll',
  question: 'When?',
  options: ['today', 'tomorrow'],
  multiple: true,
  changeable: false,
  anonymous: false,
  correct: 1,
}
const inputOf = (content: OutgoingContent, family: Family) => {
  const input = formOf(content, family)?.request.input
  if (input === undefined || !('options' in input)) throw new Error('It is no poll.')
  const { message: _message, options: _options, ...rest } = input
  return rest
}

test('a poll carries what the polls of its family can do, and nothing else', () => {
  expect(inputOf(poll, 'whatsapp')).toEqual({ multipleAnswers: true })
  expect(inputOf(poll, 'v3')).toEqual({ multipleAnswers: true, allowToChangeAnswer: false })
  expect(inputOf(poll, 'telegram')).toEqual({ type: 'quiz', correctOptionId: 1, isAnonymous: false })
  const { correct: _correct, ...regular } = poll
  expect(inputOf(regular, 'telegram')).toEqual({ multipleAnswers: true, isAnonymous: false })
  // The right answer of a quiz that lost its option is none.
  expect(inputOf({ ...poll, correct: 5 }, 'telegram')).toEqual({ multipleAnswers: true, isAnonymous: false })
  expect(formOf(poll, 'telegram')?.content).toMatchObject({ multiple: false })
})

test('a place has its name and address where the family sends them, and shows them in any case', () => {
  const place: OutgoingContent = { kind: 'location', latitude: 1.5, longitude: 2.5, name: 'Shop', address: '' }
  const point = { latitude: 1.5, longitude: 2.5 }
  expect(formOf(place, 'whatsapp')?.request.input).toEqual({ ...point, nameLocation: 'Shop' })
  expect(formOf({ ...place, name: '', address: 'Main street' }, 'whatsapp')?.request.input).toEqual({
    ...{ ...point, address: 'Main street' },
  })
  expect(formOf({ ...place, address: 'Main street' }, 'v3')).toMatchObject({
    request: { input: point },
    content: { name: 'Shop', address: 'Main street' },
  })
})

test('a contact goes by its account on v3, and by its number elsewhere; without these it does not go', () => {
  const contact: OutgoingContent = {
    ...{ kind: 'contact', phone: '79990001122', chatId: '10000077' },
    ...{ firstName: 'Anna', lastName: '', company: 'Shop' },
  }
  expect(formOf(contact, 'v3')?.request.input).toEqual({ contact: { chatId: '10000077' } })
  expect(formOf(contact, 'whatsapp')?.request.input).toEqual({
    contact: { phoneContact: 79_990_001_122, firstName: 'Anna', company: 'Shop' },
  })
  expect([formOf({ ...contact, chatId: '' }, 'v3'), formOf({ ...contact, phone: '' }, 'whatsapp')]).toEqual([
    null,
    null,
  ])
  const named = (more: Partial<typeof contact>) => {
    const content = formOf({ ...contact, ...more }, 'whatsapp')?.content
    return content?.kind === 'contacts' ? content.cards[0]?.displayName : undefined
  }
  expect(named({ lastName: 'K.' })).toBe('Anna K.')
  expect(named({ firstName: '' })).toBe('Shop')
  expect(named({ firstName: '', company: '' })).toBe('79990001122')
})

test('a template fills its header with the first parameters and its text with the rest, on WhatsApp alone', () => {
  const template: OutgoingContent = {
    ...{ kind: 'template', templateId: 't', name: 'Order', params: ['7', 'Anna'] },
    ...{ header: 'Order {{1}}', text: 'Hello {{1}}', footer: 'Bye', buttons: ['Yes'] },
  }
  expect(formOf(template, 'v3')).toBeNull()
  expect(formOf(template, 'whatsapp')).toMatchObject({
    request: { input: { templateId: 't', params: ['7', 'Anna'] } },
    content: { title: 'Order 7', text: 'Hello Anna', footer: 'Bye', options: [{ text: 'Yes' }], mediaUrl: '' },
  })
  expect(formOf({ ...template, header: '', text: 'Hello', params: [] }, 'whatsapp')?.request.input).toEqual({
    ...{ templateId: 't' },
  })
})
