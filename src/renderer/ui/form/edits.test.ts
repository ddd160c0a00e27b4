import { describe, expect, it } from 'vitest'
import { afterSave, changesOf, edited, isOvertaken, noEdits, type Edits } from './edits.ts'

interface Card {
  readonly name: string
  readonly note: string
  readonly hue: number
}

const saved: Card = { name: 'Anna', note: '', hue: 1 }
const edits = (more: Partial<Card>, before = noEdits as Edits<Card>) => edited(before, more, saved)

describe('edits of a form', () => {
  it('are what differs from what is saved now, whoever saved it', () => {
    expect(changesOf(saved, edits({ name: 'Anna Smith', hue: 1 }))).toEqual({ name: 'Anna Smith' })
    const back = edits({ name: 'Anna', hue: 2 }, edits({ name: 'A.' }))
    expect(changesOf({ ...saved, name: 'Anne' }, back)).toEqual({ hue: 2 })
    expect(changesOf({ ...saved, name: 'Anna Smith' }, edits({ name: 'Anna Smith' }))).toEqual({})
    expect(changesOf({ ...saved, note: 'Renamed elsewhere' }, edits({ name: 'A.' }))).toEqual({ name: 'A.' })
  })

  it('are overtaken where somebody changed the same value to another one', () => {
    const mine = edits({ name: 'A.' }, edits({ name: 'Ann' }))
    expect(isOvertaken(saved, mine)).toBe(false)
    expect(isOvertaken({ ...saved, note: 'x' }, mine)).toBe(false)
    expect(isOvertaken({ ...saved, name: 'Anne' }, mine)).toBe(true)
    expect(isOvertaken({ ...saved, name: 'A.' }, mine)).toBe(false)
  })

  it('stay when they were made while others were saved', () => {
    const sent = edits({ name: 'A.' })
    expect(afterSave(sent, sent)).toBe(noEdits)
    const later = edits({ name: 'A. S.', note: 'new' }, sent)
    expect(afterSave(later, sent)).toEqual({ now: { name: 'A. S.', note: 'new' }, began: { name: 'A.', note: '' } })
  })
})
