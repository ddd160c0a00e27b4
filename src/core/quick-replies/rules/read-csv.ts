interface CsvLine {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The lines of a table that are not empty; `unclosed`: a quotation mark that nothing closes, so that nothing after it
 * is known.
 */
export type CsvTable =
  | { readonly kind: 'table'; readonly lines: readonly CsvLine[] }
  | { readonly kind: 'unclosed'; readonly line: number }

/**
 * Reads what spreadsheets write: commas, semicolons or tabs, whichever its first line holds most of; quoted as RFC 4180
 * has it.
 */
export function readCsv(given: string): CsvTable {
  const whole = given.replace(/^\uFEFF/u, '')
  // Excel names the separator in a line before the table.
  const [hint = '', named] = /^"?sep=(.)"?(?:\r\n|\n|\r)/iu.exec(whole) ?? []
  const text = whole.slice(hint.length)
  const separator = named ?? separatorOf(text)
  const lines: CsvLine[] = []
  let cells: string[] = []
  let line = hint === '' ? 1 : 2
  let begins = line
  let at = 0
  const endLine = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: begins, cells })
    cells = []
    begins = line
  }
  while (at < text.length) {
    if (text[at] === '"') {
      const opened = line
      let cell = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote === -1) return { kind: 'unclosed', line: opened }
        cell += text.slice(from, quote)
        from = quote + 1
        if (text[from] !== '"') break
        cell += '"'
        from += 1
      }
      line += cell.split('\n').length - 1
      // What stands behind a closing quotation mark belongs to the cell, as spreadsheets have it.
      at = endOfCell(text, from, separator)
      cells.push(cell + text.slice(from, at))
    } else {
      const end = endOfCell(text, at, separator)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] === separator) {
      at += 1
      if (at === text.length) cells.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    endLine()
  }
  endLine()
  return { kind: 'table', lines }
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === separator || letter === '\n' || letter === '\r') return at
  }
  return text.length
}

function separatorOf(text: string): string {
  const head = text.slice(0, endOfCell(text, 0, '\n'))
  const count = (letter: string): number => head.split(letter).length
  return [',', ';', '\t'].reduce((most, letter) => (count(letter) > count(most) ? letter : most))
}
