import { describe, expect, it } from 'vitest'
import type { Draft } from './draft-store.ts'
import { afterSave, isSameDraft, whileSent } from './draft-store.ts'

const typed: Draft = {
  text: 'Ready',
  quote: null,
  lastSubmission: null,
  linkPreview: true,
  quickReply: null,
  atCore: [''],
  isDraftStored: false,
  isGoing: false,
}

describe('a draft after core has saved it', () => {
  const sent = { ...whileSent(typed, 'Ready'), text: 'Ready' }

  it('is stored, but for what was changed since', () => {
    expect(afterSave(sent, sent, 'Ready')).toEqual({ ...typed, atCore: ['Ready'], isDraftStored: true })
    expect(afterSave({ ...sent, text: 'Ready at' }, sent, 'Ready').isDraftStored).toBe(false)
    expect(afterSave({ ...sent, linkPreview: 'large' }, sent, 'Ready').isDraftStored).toBe(false)
  })

  it('has what another window typed at the same time, and what was typed here since', () => {
    expect(afterSave(sent, sent, 'Hello. Ready')).toMatchObject({ text: 'Hello. Ready', isDraftStored: true })
    const since = afterSave({ ...sent, text: 'Ready at noon' }, sent, 'Hello. Ready')
    expect(since).toMatchObject({ text: 'Hello. Ready at noon', atCore: ['Hello. Ready'], isDraftStored: false })
  })

  it('knows every text that core may have while answers are missing', () => {
    const texts = ['R', 'Re', 'Rea', 'Read', 'Ready']
    expect(texts.reduce(whileSent, typed).atCore).toEqual(['', 'Rea', 'Read', 'Ready'])
  })
})

it('takes a blank text for none, as core does, and any choice for another draft', () => {
  expect(isSameDraft({ ...typed, text: ' \n' }, { ...typed, text: '' })).toBe(true)
  expect(isSameDraft(typed, { ...typed, isDraftStored: true, isGoing: true })).toBe(true)
  expect(isSameDraft(typed, { ...typed, text: '' })).toBe(false)
  expect(isSameDraft(typed, { ...typed, linkPreview: 'large' })).toBe(false)
  const own = { size: 'small', title: 'Lamp', description: '', link: '', picture: '' } as const
  expect(isSameDraft({ ...typed, linkPreview: own }, { ...typed, linkPreview: { ...own } })).toBe(true)
  expect(isSameDraft({ ...typed, linkPreview: own }, { ...typed, linkPreview: { ...own, title: 'Desk' } })).toBe(false)
})
