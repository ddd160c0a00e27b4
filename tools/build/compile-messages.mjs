// A build plugin: the message catalogues (messages.en.ts, messages.ru.ts) become texts and parts, so that the window
// needs no ICU parser.
import { pathToFileURL } from 'node:url'
import { stat } from 'node:fs/promises'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

const catalogue = /\/messages\.(en|ru)\.ts$/

/** @returns {import('vite').Plugin} */
export function compileMessages() {
  return {
    name: 'switchboard:messages',
    enforce: 'pre',
    async load(id) {
      const language = catalogue.exec(id)?.[1]
      if (!language) return null
      // Node runs the file itself: its values are literals. The time in the address makes a changed file new.
      const { mtimeMs } = await stat(id)
      const messages = (await import(`${pathToFileURL(id).href}?${mtimeMs}`))[language]
      const compiled = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(key, text)]))
      // As text: an engine reads JSON in half the time that an object literal of this size takes.
      const json = JSON.stringify(JSON.stringify(compiled))
      return { code: `export const ${language} = JSON.parse(${json})`, map: null, moduleType: 'js' }
    },
  }
}

/** The form of a message that src/renderer/lib/format-message.ts fills in. */
export function compile(key, text) {
  const parts = parseMessage(key, text).map((part) => compilePart(key, part))
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
}

function compilePart(key, { type, value, style, options, offset, pluralType }) {
  const compiled = () =>
    Object.entries(options).map(([name, option]) => [name, option.value.map((part) => compilePart(key, part))])
  if (type === TYPE.literal) return value
  if (type === TYPE.pound) return 0
  if (type === TYPE.argument) return [value]
  if (type === TYPE.number && !style) return [value, 'number']
  if (type === TYPE.select) return [value, 'select', Object.fromEntries(compiled())]
  if (type === TYPE.plural && offset === 0 && pluralType === 'cardinal')
    return [value, 'plural', Object.fromEntries(compiled())]
  throw new Error(`Message ${key}: the window cannot show this form of ${value}`)
}

function parseMessage(key, text) {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`Message ${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
