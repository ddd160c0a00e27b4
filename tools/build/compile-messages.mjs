// A build plugin: the message catalogues (messages.en.ts, messages.ru.ts) become parsed ICU trees, so that the window
// needs no parser, and react-intl gets its build without one. In tests the catalogues stay text.
import { pathToFileURL } from 'node:url'
import { stat } from 'node:fs/promises'
import { parse } from '@formatjs/icu-messageformat-parser'

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
      return { code: `export const ${language} = ${JSON.stringify(compiled)}`, map: null, moduleType: 'js' }
    },
  }
}

function compile(key, text) {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`Message ${key}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
