import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftToStore, movedCursor, type Save } from '../../../../contract/text/merge-text.ts'
import { afterSave, draftOf, saveOf, whileSent, type Draft } from './draft-store.ts'

class Desk {
  text = 'ab'
  readonly saves = new Set<string>()

  stored() {
    return {
      draftText: this.text,
      draftQuote: null,
      draftSend: null,
      draftReply: null,
      draftLinkPreview: true,
    } as const
  }
}

/** A window that shows the desk's draft, as `use-draft.ts` does; each step happens when the pipe lets it. */
class Window {
  draft: Draft
  readonly #desk: Desk
  #cursor = 0
  #save: { readonly sent: Draft; readonly save: Save; stored: string | null } | null = null

  constructor(desk: Desk) {
    this.#desk = desk
    this.draft = draftOf(desk.stored())
  }

  press(key: string): string {
    const { text } = this.draft
    const at = this.#cursor
    const removed = key === 'Backspace' ? text.slice(Math.max(at - 1, 0), at) : ''
    const typed = key === 'Backspace' ? '' : key
    this.#cursor = at - removed.length + typed.length
    const changed = text.slice(0, at - removed.length) + typed + text.slice(at)
    if (changed !== text) this.draft = { ...this.draft, text: changed, isDraftStored: false }
    return removed
  }

  click(where: number): void {
    this.#cursor = Math.min(where, this.draft.text.length)
  }

  save(): void {
    if (this.#save !== null || this.draft.isDraftStored) return
    const save = saveOf(this.draft, this.draft.text)
    this.#save = { sent: this.draft, save, stored: null }
    this.draft = whileSent(this.draft, save)
  }

  saveArrives(): void {
    if (this.#save === null || this.#save.stored !== null) return
    const { sent, save } = this.#save
    const { atCore: before, unanswered } = sent
    const { text, saves } = this.#desk
    this.#desk.text = draftToStore({ text: save.text, before, unanswered }, text, (id) => saves.has(id))
    saves.add(save.id)
    this.#save.stored = this.#desk.text
  }

  saveIsAnswered(): void {
    this.saveArrives()
    if (this.#save === null || this.#save.stored === null) return
    const { sent, save, stored } = this.#save
    this.#save = null
    this.#show(afterSave(this.draft, sent, save, { text: stored, isSent: false }))
  }

  /** Its save may have arrived. */
  losesThePipe(): void {
    this.#save = null
  }

  follow(): void {
    if (this.draft.isDraftStored) this.#show(draftOf(this.#desk.stored()))
  }

  #show(next: Draft): void {
    this.#cursor = movedCursor(this.draft.text, next.text, this.#cursor)
    this.draft = next
  }
}

const letters = 'cdefghijklmnopqrstuvwxyzCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const kinds = ['type', 'type', 'type', 'back', 'click', 'save', 'arrive', 'answer', 'follow', 'cut', 'return'] as const

test('two windows that write into one chat have every letter once, and none that was removed', () => {
  const step = fc.record({ at: fc.nat(1), kind: fc.constantFrom(...kinds), where: fc.nat(12) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: letters.length }), (steps) => {
      const desk = new Desk()
      const windows = [new Window(desk), new Window(desk)]
      const present = new Set(desk.text)
      for (const [index, { at, kind, where }] of steps.entries()) {
        const window = windows[at]
        const letter = letters[index] ?? ''
        if (kind === 'type') present.add(letter)
        if (kind === 'type') window?.press(letter)
        if (kind === 'back') present.delete(window?.press('Backspace') ?? '')
        if (kind === 'click') window?.click(where)
        if (kind === 'save') window?.save()
        if (kind === 'arrive') window?.saveArrives()
        if (kind === 'answer') window?.saveIsAnswered()
        if (kind === 'follow') window?.follow()
        if (kind === 'cut') window?.losesThePipe()
        // A message is taken back by a window that never hears of it.
        if (kind === 'return') present.add(letter)
        if (kind === 'return') desk.text = [desk.text, letter].filter(Boolean).join('\n')
      }
      for (const window of [...windows, ...windows, ...windows]) {
        window.saveIsAnswered()
        window.save()
        window.saveIsAnswered()
        window.follow()
      }
      expect([...desk.text.replaceAll('\n', '')].toSorted().join('')).toBe([...present].toSorted().join(''))
      expect(windows.map(({ draft }) => draft.text)).toEqual([desk.text, desk.text])
    }),
    { numRuns: 1000 },
  )
})
