import type { ChatKey } from '../../../contract/ids.ts'
import { isComposition, isTypedKey } from './shortcuts.ts'

const ahead = new Map<ChatKey, string>()

/** Writes into the answer to a chat: into its composer, or for it, if the chat is still being opened. */
export function typeInto(chat: ChatKey, text: string): void {
  if (text === '') return
  const field = document.querySelector<HTMLTextAreaElement>(`[data-write="${chat}"]`)
  if (field === null) return void ahead.set(chat, (ahead.get(chat) ?? '') + text)
  insertInto(field, text)
}

/** Adds lines to the answer to a chat. The cursor of somebody who writes there stays at its letters. */
export function addLines(chat: ChatKey, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(`[data-write="${chat}"]`)
  const end = field?.value.length ?? 0
  if (field === null || end === 0) return typeInto(chat, text)
  const { selectionStart, selectionEnd } = field
  field.setRangeText(`\n${text}`, end, end)
  field.setSelectionRange(selectionStart, selectionEnd)
  dispatchInput(field)
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** A field with a caret: checkboxes and numbers have none. */
export const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null)

/** Writes into a field at its caret, as if it had been typed there. */
export function insertInto(field: TextField, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  dispatchInput(field)
}

/** The chats, besides the open one, for which something was typed that their composers have not taken. */
export const typedAheadElsewhere = (open: ChatKey | null): readonly ChatKey[] =>
  [...ahead.keys()].filter((chat) => chat !== open)

/** Hands what was typed for a chat to its composer, or to its draft if the chat was left before it opened; once. */
export function takeTypedAhead(chat: ChatKey): string {
  const text = ahead.get(chat) ?? ''
  ahead.delete(chat)
  return text
}

/**
 * Tells React of a text that a program put into a field, as if it had been typed. React remembers what was typed last,
 * and else takes the same text, typed or pasted once more, for no change.
 */
export function dispatchInput(field: TextField): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** From the drawing of a layer that nobody asked for: until then no key is meant for it, ms. */
const unseenMs = 1000

/**
 * Text typed goes on into the field that has the focus while a layer takes that focus by itself, until the person
 * moves on to one of the layer's controls. No other key reaches the layer in its first second. Returns what ends it.
 */
export function typeOn(layer: () => Element | null): () => void {
  const field = document.activeElement
  // Events and frames have the same clock, so that a slow page shortens nothing.
  let seenAt = Infinity
  const frame = requestAnimationFrame((at) => {
    seenAt = at + unseenMs
  })
  const listen = (event: KeyboardEvent): void => {
    const { activeElement } = document
    const isInside = activeElement !== layer() && layer()?.contains(activeElement) === true
    if (isInside || isComposition(event)) return
    const { key, timeStamp } = event
    const isLetter = isTypedKey(event) || key === 'Backspace'
    if (isLetter ? activeElement === field : timeStamp >= seenAt && key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isLetter || !isTextField(field)) return
    if (key === 'Backspace') deleteBefore(field)
    else insertInto(field, key)
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('keydown', listen, { capture: true })
  }
}

/** As Backspace does. */
function deleteBefore(field: TextField): void {
  const { selectionStart: start, selectionEnd: end } = field
  const character = [...field.value.slice(0, start ?? 0)].at(-1) ?? ''
  if (start !== null && start === end) field.setSelectionRange(start - character.length, end)
  insertInto(field, '')
}
