import type { Template } from '../../../contract/sending.ts'

type Parts = Pick<Template, 'text' | 'header' | 'footer' | 'buttons'>

/** UTF-16 code units, and buttons: more than any template has. */
const limits = { text: 5000, line: 1000, button: 200, buttons: 20 } as const

/**
 * The parts of a template (service 10.9): apart in `containerMeta`, else the words of `data` without the buttons in
 * brackets behind them. Whatever a stranger's record holds, its words are shown.
 */
export function templateParts(record: {
  readonly data?: string | undefined
  readonly containerMeta?: string | undefined
}): Parts {
  const { text: shown, buttons } = splitButtons((record.data ?? '').slice(0, limits.text))
  const meta = readMeta(record.containerMeta)
  if (meta === null) return { text: shown, header: '', footer: '', buttons }
  const named = Array.isArray(meta['buttons']) ? meta['buttons'].map(buttonText).filter((text) => text !== '') : buttons
  return {
    text: (textIn(meta, 'data') || textIn(meta, 'body') || shown).slice(0, limits.text),
    header: textIn(meta, 'header').slice(0, limits.line),
    footer: textIn(meta, 'footer').slice(0, limits.line),
    buttons: named.slice(0, limits.buttons),
  }
}

/** `Hello | [Contact,+9191...] | [Site,https://...]`: the words, and the first part of each bracket at the end. */
function splitButtons(data: string): { readonly text: string; readonly buttons: readonly string[] } {
  const buttons: string[] = []
  let text = data
  while (text.endsWith(']') && buttons.length < limits.buttons) {
    const at = text.lastIndexOf('| [')
    const inside = text.slice(at + 3, -1)
    if (at < 0 || /[[\]]/.test(inside)) break
    buttons.unshift((inside.split(',')[0] ?? '').trim().slice(0, limits.button))
    text = text.slice(0, at).trimEnd()
  }
  return { text, buttons: buttons.filter((button) => button !== '') }
}

function readMeta(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const textIn = (from: Readonly<Record<string, unknown>>, name: string): string => {
  const value = Object.hasOwn(from, name) ? from[name] : undefined
  return typeof value === 'string' ? value : ''
}

const buttonText = (button: unknown): string =>
  typeof button === 'object' && button !== null ? textIn({ ...button }, 'text').slice(0, limits.button) : ''
