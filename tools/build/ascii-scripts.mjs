/**
 * A build plugin: scripts of ASCII alone. V8 keeps a script with any other letter in two bytes a letter, in each thread
 * that loads it. The letters stand in texts and patterns, where an escape means the same.
 * @returns {import('vite').Plugin}
 */
export function asciiScripts() {
  return {
    name: 'switchboard:ascii-scripts',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') file.code = toAscii(file.code, file.fileName)
      }
    },
  }
}

/** The same script in ASCII. Throws where a letter follows a backslash: an escape would mean something else there. */
export function toAscii(code, name) {
  const escaped = /\\[^\0-\x7f]/u.exec(code)
  if (escaped) throw new Error(`${name}: ${escaped[0]} can not be written in ASCII. Take the backslash away.`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
