import { describe, expect, it } from 'vitest'
import type { GroupParticipant } from '../../../contract/index.ts'
import { findParticipants } from './find-participants.ts'

const person = (name: string, role: GroupParticipant['role'], chatId = `${name}@c.us`, phone: string | null = null) =>
  ({ name, role, chatId, phone }) as GroupParticipant
const people = [
  person('Zoë', 'member', '79990001122@c.us', '+7 999 000-11-22'),
  person('Ирина', 'admin'),
  person('Bay lead', 'owner'),
  person('Adam', 'member'),
]
const names = (text: string) => findParticipants(people, text).map(({ name }) => name)

describe('findParticipants', () => {
  it('puts owner and administrators first and keeps the order of the others', () => {
    expect(names('')).toEqual(['Bay lead', 'Ирина', 'Zoë', 'Adam'])
  })
  it('finds without accents and case', () => expect(names('ZOE')).toEqual(['Zoë']))
  it('finds by a part of a number however it is written', () => expect(names('999 (000) 11')).toEqual(['Zoë']))
  it('finds by id', () => expect(names('79990001122@c')).toEqual(['Zoë']))
  it('finds nobody', () => expect(names('nobody')).toEqual([]))
})
