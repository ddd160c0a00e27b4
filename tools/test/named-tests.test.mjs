import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { instanceCommands } from '../../src/contract/instances.ts'
import { appSettings } from '../../src/contract/settings.ts'
import { problemOf, testFiles } from './named-tests.mjs'
import { projectRoot } from '../project-root.mjs'

const shell = 'e2e/desktop/shell.spec.ts'
const desktop = 'e2e/desktop/settings.spec.ts'
const both = 'e2e/app/settings.spec.ts'
const settingsOfWindow = 'e2e/window/settings.spec.ts'
const switching = 'e2e/app/switching.spec.ts'
const system = 'theme, language, start at login and spell check reach the system'
const proxy = 'requests go through the proxy that Settings or the system names, or through none'
const appearanceTitle = 'what looks are set to is what is drawn'
const tables = 'compact tables are lower, and single letters work in them only while they are on'
const journal = { file: 'src/core/journal/create-journal.test.ts', title: 'keeps the journal as long and as large' }
const unread = { file: 'src/core/journal/create-journal.test.ts', title: 'keeps what programs have not read' }
const guard = 'src/local-api/guard.test.ts'
const requests = { file: 'src/core/inspection/request-log.test.ts', title: 'keeps to its age and size, oldest first' }
const media = { file: 'src/core/media/create-media.test.ts', title: 'keeps to the limits of a file and of the cache' }
const notices = {
  file: 'src/core/receiving/create-notices.test.ts',
  title: 'a notice has name and text, less where Settings say',
}

/** For each setting of the program a test of what it does, beyond being kept. */
const effects = {
  language: { file: desktop, title: system },
  theme: { file: settingsOfWindow, title: appearanceTitle },
  textSize: { file: settingsOfWindow, title: appearanceTitle },
  compactRows: { file: both, title: tables },
  reduceMotion: { file: settingsOfWindow, title: appearanceTitle },
  enterSends: { file: both, title: 'Enter writes a new line where the person wants that' },
  singleLetterShortcuts: { file: both, title: tables },
  closeToTray: { file: shell, title: 'with a tray and the setting, closing hides' },
  startAtLogin: { file: desktop, title: system },
  spellCheck: { file: desktop, title: system },
  notifications: notices,
  notificationText: notices,
  notificationSound: { file: both, title: 'makes the sound that was chosen, and none when that is off' },
  badge: { file: desktop, title: 'the badge counts chats, messages or nothing' },
  media: { file: both, title: 'media come always, when they are opened, or never' },
  mediaFileLimit: media,
  mediaCacheLimit: media,
  spoolLimit: { file: 'src/core/sending/tray.test.ts', title: 'what does not fit into the room for files' },
  keepMessages: {
    file: 'src/core/erasing/retain-messages.test.ts',
    title: 'of messages that are too old not a byte is left in the data folder, and all of what is kept',
  },
  keepJournalDays: journal,
  keepJournalBytes: journal,
  keepRequestsDays: requests,
  keepRequestsBytes: requests,
  proxy: { file: desktop, title: proxy },
  programs: { file: guard, title: 'with programs off there is no port' },
  programSendsPaused: {
    file: 'src/core/sending/program-sends.test.ts',
    title: 'while programs are paused nothing of them leaves, and people write past it',
  },
  programsMcp: {
    file: 'src/local-api/mcp/mcp.test.ts',
    title: 'it is off until a person lets assistants connect, and no page and no wrong key gets through',
  },
  programsPort: { file: guard, title: 'a taken port is named, and no other is tried' },
  programReadsWithinMinutes: {
    file: 'src/renderer/features/programs/program-facts.test.ts',
    title: 'a program that asks for its events reads them within the time that Settings say',
  },
  keepUnreadDays: unread,
  keepUnreadBytes: unread,
  waitingGroups: {
    file: 'e2e/app/clerk.spec.ts',
    title: 'groups stand behind people and can be left out, and each instance says how soon it answers',
  },
  undoSend: {
    file: 'src/core/sending/undo-send.test.ts',
    title: 'a send waits five seconds where Settings say so, and the chat keeps its order',
  },
  typingSeconds: {
    file: 'src/core/sending/typing.test.ts',
    title: '"typing" is shown before a text where Settings say so, and what follows at the service waits',
  },
  lateMessages: {
    file: 'src/core/sending/scheduled.test.ts',
    title: 'asks about what came due while the computer slept, unless told to send it',
  },
}

const edited = 'src/core/accounts/edit-instance.test.ts'
const renamed = { file: switching, title: 'an instance is renamed, muted, checked and removed' }
/** The same for what can be set of an instance. */
const instanceEffects = {
  name: renamed,
  colour: renamed,
  apiUrl: { file: edited, title: 'another address is asked at once, and the old one no more' },
  family: { file: edited, title: 'another family is spoken to in its own words' },
  mediaUrl: { file: 'src/core/sending/files.test.ts', title: 'goes to the media address that the person set' },
  mode: { file: edited, title: 'an instance that only sends leaves the queue alone' },
  hideContent: { file: desktop, title: 'names and texts are in a notification only where Settings' },
  answerTargetMs: {
    file: 'e2e/app/clerk.spec.ts',
    title: 'groups stand behind people and can be left out, and each instance says how soon it answers',
  },
  folder: {
    file: 'e2e/app/rail.spec.ts',
    title: 'folders hold them together with their sums',
  },
  sendsReadReceipts: {
    file: 'src/core/reading/create-reading.test.ts',
    title: 'read marks stay local, and read receipts are sent only where',
  },
  plan: {
    file: 'src/core/accounts/rules/call-budget.test.ts',
    title: 'a plan that the person set decides what may be asked for',
  },
  mutedUntil: { file: desktop, title: 'nobody is told of an instance that is muted' },
}

test('a claim that is not true is found', () => {
  expect(problemOf({ file: desktop, title: 'nobody wrote this' })).toContain('has no test')
  expect(problemOf({ file: 'e2e/none.spec.ts', title: '' })).toContain('is not there')
  expect(problemOf({ file: desktop, title: system })).toBeUndefined()
})

describe('every setting does something, and a test shows it', () => {
  test('of the program', () => {
    expect(Object.keys(effects).toSorted()).toEqual(Object.keys(appSettings.shape).toSorted())
    expect(Object.values(effects).map(problemOf).filter(Boolean)).toEqual([])
  })

  test('of an instance', () => {
    const { instance: _which, ...settable } = instanceCommands['instances.edit'].input.shape
    expect(Object.keys(instanceEffects).toSorted()).toEqual(Object.keys(settable).toSorted())
    expect(Object.values(instanceEffects).map(problemOf).filter(Boolean)).toEqual([])
  })
})

/** Claims of a page that no test bears out: a file, with titles in it. */
function falseClaims(page) {
  const files = testFiles()
  // Prose wraps inside of titles, and between a file and its titles.
  const text = page.replaceAll(/\n\s*(?=[^\s|#-])/g, ' ')
  const claims = [...text.matchAll(/`([\w.-]+\.(?:test|spec|build-test)\.\w+)`(?: \(((?:"[^"]+"(?:, )?)+)\))?/g)]
  const problems = claims.flatMap(([, name, titles = '']) => {
    const places = files.get(name) ?? []
    if (places.length === 0) return [`${name} is not there`]
    return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title]) => {
      const found = places.map((file) => problemOf({ file, title }))
      return found.includes(undefined) ? [] : found.slice(0, 1)
    })
  })
  return { count: claims.length, problems }
}

describe('docs/team.md', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/team.md'), 'utf8')

  test('names tests that are there', () => {
    const { count, problems } = falseClaims(text)
    expect(count).toBeGreaterThan(15)
    expect(problems).toEqual([])
  })

  test('runs every file of the schema, in its order, and the rights last', () => {
    const named = [...text.matchAll(/-f src\/team\/schema\/([\w-]+\.sql)/g)].map(([, name]) => name)
    const there = readdirSync(path.join(projectRoot, 'src/team/schema')).filter((name) => name !== 'grants.sql')
    expect(named).toEqual([...there.toSorted(), 'grants.sql'])
  })
})

test('docs/accessibility.md has each criterion of WCAG 2.2, A and AA, and names tests that are there', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/accessibility.md'), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line))
  // 31 of level A, 24 of level AA; 4.1.1 is gone since 2.2.
  expect(new Set(rows.map((row) => /^\| (\d\.\d\.\d+) /.exec(row)?.[1])).size).toBe(55)
  expect(rows).toHaveLength(55)
  expect(falseClaims(text).problems).toEqual([])
})

describe('docs/security.md', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/security.md'), 'utf8')

  test('names tests that are there', () => {
    const { count, problems } = falseClaims(text)
    expect(count).toBeGreaterThan(20)
    expect(problems).toEqual([])
  })

  test('names sources that are there', () => {
    const sources = ['src', 'e2e', 'tools', '.'].flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: folder !== '.' }),
    )
    const there = new Set(sources.map((file) => path.basename(file)))
    const named = [...text.matchAll(/`(?:[\w./-]+\/)?([\w.-]+\.(?:ts|mjs))`/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !there.has(name))).toEqual([])
  })

  test("has Electron's 20 points in their order, each with a test", () => {
    const rows = text.split('\n').filter((line) => /^\| \d+ \|/.test(line))
    expect(rows.map((row) => Number(/^\| (\d+)/.exec(row)?.[1]))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(rows.filter((row) => !/`[\w.-]+\.(test|spec|build-test)\.\w+`/.test(row.split('|')[4] ?? ''))).toEqual([])
  })

  test('has every fuse as it is set', async () => {
    const { fuses } = await import('../../electron-builder.config.ts')
    const rows = [...text.matchAll(/^\| (\w+) \| (on|off) \|/gm)].map(([, name, state]) => [name, state === 'on'])
    expect(Object.fromEntries(rows)).toEqual(fuses)
  })
})
