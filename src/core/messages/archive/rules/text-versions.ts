import type { MessageFacts, TextVersion } from './record.ts'
import { editableText, type StoredContent } from '../../content/rules/stored-content.ts'

/** A text as it is compared with the service's: ends trimmed, line breaks unified (architecture 6). */
export const unifyText = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, '\n').trim()

/** The text of one record, as the first of its versions. None where there is no text to edit. */
export function firstVersion(
  content: StoredContent,
  at: number,
  source: TextVersion['source'],
): readonly TextVersion[] {
  const text = editableText(content)
  return text === '' ? [] : [{ text, at, source }]
}

/**
 * Both together, oldest first. A text that both have counts once, by the earlier word. Free of order, like all merging.
 */
export function mergeTexts(a: readonly TextVersion[], b: readonly TextVersion[]): readonly TextVersion[] {
  const first = new Map<string, TextVersion>()
  for (const version of [...a, ...b].toSorted(inOrder)) {
    const text = unifyText(version.text)
    if (!first.has(text)) first.set(text, version)
  }
  return [...first.values()]
}

/**
 * The versions of a row without stored texts: most messages have only the text of the row.
 */
export function impliedVersions(facts: Omit<MessageFacts, 'texts'>): readonly TextVersion[] {
  const { content, raw, position, seenAt } = facts
  const source = raw?.source ?? 'app'
  const hasServiceTime = (source === 'notification' || source === 'echo') && position.source === 'accepted'
  return firstVersion(content, hasServiceTime ? position.at : seenAt, source)
}

/**
 * The texts that a message had before the present one, oldest first.
 * @param recorded texts of its records
 * @param edits texts of edits, one per event
 */
export function previousVersions(
  recorded: readonly TextVersion[],
  edits: readonly TextVersion[],
  present: string,
): readonly TextVersion[] {
  // A record after an edit repeats the edit's text.
  const isEdit = ({ text, at }: TextVersion) =>
    edits.some((edit) => unifyText(edit.text) === unifyText(text) && edit.at <= at)
  const all = [...recorded.filter((version) => !isEdit(version)), ...edits.filter(({ text }) => text !== '')].toSorted(
    inOrder,
  )
  const steps = all.filter((version, index) => unifyText(version.text) !== unifyText(all[index - 1]?.text ?? ''))
  return unifyText(steps.at(-1)?.text ?? '') === unifyText(present) ? steps.slice(0, -1) : steps
}

function inOrder(a: TextVersion, b: TextVersion): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.source !== b.source) return a.source < b.source ? -1 : 1
  return a.text === b.text ? 0 : a.text < b.text ? -1 : 1
}
