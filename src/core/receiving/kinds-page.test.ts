import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { MessageContent } from '../../contract/messages.ts'
import { contentKinds, exportLines, searchParts, textOf } from '../messages/content/rules/content-kinds.ts'
import { sampleContents } from '../messages/content/testing/sample-contents.ts'
import type { StoredContent } from '../messages/content/rules/stored-content.ts'
import { noticeBody } from './create-notices.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const page = readFileSync(path.join(root, 'docs/features/kinds.md'), 'utf8')
const kinds = Object.keys(contentKinds) as StoredContent['kind'][]

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))

/** Rows of the table below a heading, by their first cell. */
const rowsBelow = (heading: string) =>
  new Map(
    page
      .slice(page.indexOf(`## ${heading}`))
      .split('\n## ', 2)
      .slice(0, 1)
      .flatMap((section) => section.split('\n'))
      .filter((line) => line.startsWith('| `'))
      .map((line) => {
        const [kind = '', ...rest] = cells(line)
        return [kind, rest] as const
      }),
  )

/** What the window gets of a sample, as far as an export reads it. */
const shown = {
  contacts: {
    kind: 'contacts',
    cards: [{ name: 'Anna', organisation: '', phones: [], emails: [], raw: '' }],
  },
  poll: {
    kind: 'poll',
    question: 'Tea?',
    multiple: null,
    voters: 1,
    countedSince: null,
    options: [
      { name: 'Yes', votes: 1, voters: [], own: false },
      { name: 'No', votes: 0, voters: [], own: false },
    ],
  },
  order: { ...sampleContents.order, details: null },
  invitation: { ...sampleContents.invitation, url: 'https://chat.whatsapp.com/x' },
  unsupported: { ...sampleContents.unsupported, typeMessage: 'eventMessage' },
} as const

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' / ') || '-'

test('the page says what lists, search, notices, exports and Events show of each kind', () => {
  const rows = rowsBelow('What each kind shows')
  expect([...rows.keys()]).toEqual(kinds)
  for (const kind of kinds) {
    const content = sampleContents[kind]
    const text = textOf(content)
    const exported = {
      ...content,
      ...(shown as Partial<Record<typeof kind, object>>)[kind],
    } as unknown as MessageContent
    expect([kind, ...(rows.get(kind) ?? [])]).toEqual([
      kind,
      joined([text]),
      joined(searchParts(content)),
      kind === 'call' ? 'Missed call' : noticeBody({ kind, text, sender: '' } as never),
      joined(exportLines(exported)),
      text || 'its type',
    ])
  }
})

test('the page names the types, the bubble and a test of each kind, and all of them exist', () => {
  const rows = rowsBelow('Where each kind is')
  expect([...rows.keys()]).toEqual(kinds)
  for (const kind of kinds) {
    const [types, bubble = '', file = '', title = ''] = rows.get(kind) ?? []
    expect([kind, types]).toEqual([kind, contentKinds[kind].types.join(', ') || '-'])
    expect([kind, existsSync(path.join(root, 'src/renderer/features/conversation/content', bubble))]).toEqual([
      kind,
      true,
    ])
    expect([kind, readFileSync(path.join(root, file), 'utf8').includes(title)]).toEqual([kind, true])
  }
})
