import { expect, test } from 'vitest'
import { parseHostOptions } from './host-options.ts'

const parse = (args: string[], env = {}, rest = {}) => parseHostOptions(args, env, '/home/me', rest)

test('nothing given: the host chooses', () => {
  expect(parse([])).toEqual({
    kind: 'ok',
    options: {
      dataDir: undefined,
      port: 0,
      open: true,
      addInstances: undefined,
      joinTeam: undefined,
      beginEmpty: false,
      logLevel: undefined,
    },
  })
})

test('everything given, relative paths from where it was started', () => {
  const args = [
    '--data-dir',
    'd',
    '--port=4100',
    '--no-open',
    '--add-instances',
    '/a.json',
    '--join-team',
    't.json',
    '--log-level',
    'debug',
  ]
  expect(parse(args)).toEqual({
    kind: 'ok',
    options: {
      dataDir: '/home/me/d',
      port: 4100,
      open: false,
      addInstances: '/a.json',
      joinTeam: '/home/me/t.json',
      beginEmpty: false,
      logLevel: 'debug',
    },
  })
})

test('the argument wins over the environment', () => {
  const env = { SWITCHBOARD_DATA_DIR: '/env', SWITCHBOARD_LOG_LEVEL: 'warn' }
  expect(parse([], env)).toMatchObject({ options: { dataDir: '/env', logLevel: 'warn' } })
  const args = ['--data-dir', '/arg', '--log-level', 'error']
  expect(parse(args, env)).toMatchObject({ options: { dataDir: '/arg', logLevel: 'error' } })
})

test.for([0, 65_535])('the port may be %i', (port) => {
  expect(parse(['--port', `${port}`])).toMatchObject({ kind: 'ok', options: { port } })
})

test.for([
  ['--port', '65536'],
  ['--port', 'x'],
  ['--port', '70000'],
  ['--port'],
  ['--data-dir', ''],
  ['--data-dir'],
  ['--log-level', 'loud'],
  ['--log-level='],
  ['--log-level'],
  ['--colour'],
  ['extra'],
])('%s is refused with a sentence', (args) => {
  const result = parse(args)
  expect(result.kind).toBe('bad')
  expect(result).toHaveProperty('reason', expect.stringMatching(/\w+ \w+/))
})

test('the desktop lets through what belongs to Chromium or is a link', () => {
  const args = ['--enable-logging', '--data-dir', '/d', 'switchboard://chat/1/2']
  expect(parse(args, {}, { lenient: true })).toMatchObject({ kind: 'ok', options: { dataDir: '/d' } })
})

test.for([
  [['--log-level', 'DEBUG'], {}, '--log-level takes one of debug, info, warn, error, not "DEBUG".'],
  [[], { SWITCHBOARD_LOG_LEVEL: '' }, 'SWITCHBOARD_LOG_LEVEL takes one of debug, info, warn, error, not "".'],
] as const)(
  'a level of the log that does not exist is refused by the name it was given under',
  ([args, env, reason]) => {
    for (const lenient of [false, true]) expect(parse([...args], env, { lenient })).toEqual({ kind: 'bad', reason })
  },
)

test('a level of the log is not left out by the desktop either', () => {
  expect(parse(['--enable-logging', '--log-level'], {}, { lenient: true }).kind).toBe('bad')
})
