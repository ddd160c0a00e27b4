import { describe, expect, it } from 'vitest'
import { mostLines, readLines } from './read-lines.ts'

const token = 'd75b3a66374942c5'
const line = {
  line: 1,
  name: 'Order desk',
  apiUrl: 'https://api.example.com',
  idInstance: '1101000001',
  token,
  family: null,
}
const cells = ['Order desk', 'https://api.example.com', '1101000001', token] as const

/** The lines, or how many were too many. */
function lines(text: string) {
  const read = readLines(text)
  return read.kind === 'read' ? read.lines : read.count
}

describe('a line of a pasted list', () => {
  it.each([
    ['tabs', cells.join('\t')],
    ['semicolons', cells.join(';')],
    ['commas with spaces', cells.join(' , ')],
    ['spaces', cells.join('  ')],
    ['quotes', cells.map((cell) => `"${cell}"`).join(',')],
    ['a byte order mark', `\uFEFF${cells.join('\t')}`],
    ['an apostrophe before the number, as spreadsheets keep it', `Order desk\t${cells[1]}\t'1101000001\t${token}`],
    ['empty cells behind', `${cells.join(';')};;;`],
    ['invisible signs round the cells', cells.map((cell) => `\u200B ${cell}\u00A0`).join('\t')],
  ])('with %s', (_, text) => {
    expect(lines(text)).toEqual([line])
  })

  it('below the hint that Excel writes', () => {
    expect(lines(`sep=;\n${cells.join(';')}`)).toEqual([{ ...line, line: 2 }])
  })

  it.each([
    ['without a name has its id for one', `${cells[1]};${cells[2]};${token}`, { name: '1101000001' }],
    ['with a family', `${cells.join(';')};WhatsApp`, { family: 'whatsapp' }],
    ['with a family that nobody knows', `${cells.join(';')};pigeon`, { family: null }],
    ['without a token', cells.slice(0, 3).join('\t'), { token: '' }],
    ['with a comma in a quoted name', `"Desk, ""north""",${cells.slice(1).join(',')}`, { name: 'Desk, "north"' }],
    ['with a comma in a name between tabs', `Desk, north\t${cells.slice(1).join('\t')}`, { name: 'Desk, north' }],
    ['with a quotation mark that nothing closes', `"Desk;${cells.slice(1).join(';')}`, { name: '"Desk' }],
  ] as const)('%s', (_, text, part) => {
    expect(lines(text)).toEqual([{ ...line, ...part }])
  })

  it.each([
    ['nonsense', { name: 'nonsense', apiUrl: '', idInstance: '', token: '' }],
    [';;;', { name: '', apiUrl: '', idInstance: '', token: '' }],
  ])('%j keeps what there is', (text, part) => {
    expect(lines(text)).toEqual([{ ...line, ...part }])
  })
})

describe('a pasted list', () => {
  it('counts lines as they stood, passes over empty ones and takes every line ending', () => {
    const read = lines(`${cells.join(';')}\r\n\n  \r${cells.join('\t')}\n`)
    expect(read).toMatchObject([{ line: 1 }, { line: 4, name: 'Order desk' }])
  })

  it('takes columns in the order of a first line that names them', () => {
    const read = lines(
      `apiTokenInstance;ID instance;Comment;API URL;Name\n${token};1101000001;x;${cells[1]};Order desk`,
    )
    expect(read).toEqual([{ ...line, line: 2 }])
    expect(lines(`Название\tURL API\tID инстанса\tТокен API\n${cells.join('\t')}`)).toEqual([{ ...line, line: 2 }])
  })

  it('has a head where its first line names two columns, and none where it names one', () => {
    expect(lines('Token;ID instance\nd75b3a66374942c5;1101000001')).toMatchObject([
      { line: 2, idInstance: '1101000001', token },
    ])
    expect(lines(`Name;Order desk\n${cells.join(';')}`)).toHaveLength(2)
  })

  it('is refused whole where it has too many lines, and a head is none of them', () => {
    const many = (count: number) => `name,url,id,token\n${`${cells.join(',')}\n`.repeat(count)}`
    expect(lines(many(mostLines))).toHaveLength(mostLines)
    expect(lines(many(mostLines + 1))).toBe(mostLines + 1)
  })

  it.each([
    ['quotation marks', '"'],
    ['spaces', ' '],
    ['separators', ';,\t'],
    ['lines', '\n'],
  ])('of a million %s is read at once', (_, sign) => {
    const begun = process.threadCpuUsage()
    readLines(sign.repeat(1_000_000))
    // Of this thread alone: how busy the machine is does not count.
    expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(5_000)
  })
})
