import { expect, it } from 'vitest'
import type { ChatKey } from '../../../../contract/index.ts'
import type { Draft } from './draft-store.ts'
import { isSameDraft, useDrafts } from './draft-store.ts'

const chat = 1 as ChatKey
const typed: Draft = {
  text: 'Ready',
  quote: null,
  lastSubmission: null,
  linkPreview: true,
  quickReply: null,
  isDraftStored: false,
  isGoing: false,
}

it('counts a draft as kept when core has answered for it, and not for an earlier text or state of it', () => {
  const { put, keep } = useDrafts.getState()
  const now = () => useDrafts.getState().byChat.get(chat)
  put(chat, typed)
  keep(chat, typed, 'Rea')
  expect(now()?.isDraftStored).toBe(false)
  put(chat, { ...typed, linkPreview: 'large' })
  keep(chat, typed, 'Ready')
  expect(now()?.isDraftStored).toBe(false)
  put(chat, typed)
  keep(chat, typed, 'Ready')
  expect(now()).toEqual({ ...typed, isDraftStored: true })
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
