import { expect, it } from 'vitest'
import { readTransfer, type Transfer } from './read-transfer.ts'

const file = (name: string, type = ''): File => new File(['x'], name, { type })
const onDisk = (name: string, isDirectory = false) => ({
  kind: 'file',
  getAsFile: () => file(name),
  webkitGetAsEntry: () => ({ isDirectory, name }),
})
const copied = (name = 'image.png') => ({
  kind: 'file',
  getAsFile: () => file(name, 'image/png'),
  webkitGetAsEntry: () => null,
})
const text = { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null }
const transfer = (items: Transfer['items'], plain = ''): Transfer => ({
  items,
  getData: (type) => (type === 'text/plain' ? plain : ''),
})
const names = (read: ReturnType<typeof readTransfer>) => read && [read.files.map(({ name }) => name), read.folders]

it.each([
  ['files that are dropped', 'drop', transfer([onDisk('a.pdf'), onDisk('b.png')]), [['a.pdf', 'b.png'], []]],
  ['a folder beside a file', 'drop', transfer([onDisk('a.pdf'), onDisk('photos', true)]), [['a.pdf'], ['photos']]],
  ['a picture dragged out of a page', 'drop', transfer([text, copied()], 'https://x.example/'), [['image.png'], []]],
  ['a text that is dropped', 'drop', transfer([text], 'hello'), null],
  ['a screenshot', 'paste', transfer([copied()]), [['image.png'], []]],
  ['a picture copied in a browser, with its HTML', 'paste', transfer([text, copied()]), [['image.png'], []]],
  ['a text of a word processor, with its picture', 'paste', transfer([text, copied()], 'Quarter 3'), null],
  ['a file copied on a Mac, with its name', 'paste', transfer([text, onDisk('a.pdf')], 'a.pdf'), [['a.pdf'], []]],
  ['a text', 'paste', transfer([text], 'hello'), null],
] as const)('%s', (_what, how, given, read) => {
  expect(names(readTransfer(given, how))).toEqual(read)
})
