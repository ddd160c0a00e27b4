import type { StoredContent } from './stored-content.ts'

/** The text of a message's link as far as the message does not say it itself; '' otherwise. */
export function linkTextBeside({ text, preview }: Extract<StoredContent, { kind: 'text' }>): string {
  const link = preview?.text ?? ''
  return text.includes(link) ? '' : link
}
