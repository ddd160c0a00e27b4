// A build plugin: the message catalogues (messages.en.ts, messages.ru.ts) become texts and parsed ICU trees, so that
// the window needs no parser, and react-intl gets its build without one. In tests the catalogues stay text.
import { pathToFileURL } from 'node:url'
import { stat } from 'node:fs/promises'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

const catalogue = /\/messages\.(en|ru)\.ts$/

/** @returns {import('vite').Plugin} */
export function compileMessages() {
  return {
    name: 'switchboard:messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
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

/**
 * A text that has nothing to fill in, else the short form of a tree (src/renderer/lib/message-tree.ts). A text with a
 * brace or an angle bracket in it would be taken for an uncompiled one.
 */
export function compile(key, text) {
  const parts = shorten(parseMessage(key, text))
  return parts.length === 1 && typeof parts[0] === 'string' && !/[{<]/.test(parts[0]) ? parts[0] : parts
}

const shorten = (tree) => tree.map(shortenPart)

function shortenPart(part) {
  const { type, value } = part
  const options = () =>
    Object.fromEntries(Object.entries(part.options).map(([name, option]) => [name, shorten(option.value)]))
  switch (type) {
    case TYPE.literal:
      return value
    case TYPE.pound:
      return 0
    case TYPE.argument:
      return [value]
    case TYPE.select:
      return [value, options()]
    case TYPE.plural:
      return [value, options(), part.offset, part.pluralType]
    case TYPE.tag:
      return { ...part, children: shorten(part.children) }
    default:
      return part
  }
}

function parseMessage(key, text) {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`Message ${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
