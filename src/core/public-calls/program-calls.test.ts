import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { LabelKey, ProgramKey } from '../../contract/ids.ts'
import type { CalledFile } from '../programs/desk/program-operations.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { createPublicCallTable } from './create-public-calls.ts'
import type { PublicCallsDeps } from './public-call.ts'

const program = {
  ...{ key: 1 as ProgramKey, id: 'abcdefgh', keyed: null },
  scope: { instances: null, kinds: null, labels: null, groups: true },
} as Program
const { signal } = new AbortController()

/** The operations over a store that answers by these values, and what they did. */
function open(answers: Readonly<Record<string, unknown>>) {
  const did: string[] = []
  const note = (name: string) => async (input: unknown) => {
    did.push(`${name} ${JSON.stringify(input)}`)
    return answers[name]
  }
  const read = async (name: string) => {
    const answer = answers[name]
    return typeof answer === 'function' ? (answer as () => unknown)() : answer
  }
  const clock = createManualClock()
  const table = createPublicCallTable({
    store: {
      read,
      write: async (name: string) => note(name)(undefined),
      onChanges: () => () => undefined,
    },
    instances: { list: () => [{ key: 1, row: () => ({ idInstance: '11' }) }] },
    clock,
    handlers: () => ({
      'labels.list': note('labels.list'),
      'labels.save': note('labels.save'),
      'labels.set': note('labels.set'),
    }),
    stopUpload: (message: number) => did.push(`stopUpload ${message}`),
    wake: () => did.push('wake'),
    takeFile: async () => ({ kind: answers['takeFile'] }),
  } as unknown as PublicCallsDeps)
  return { table, did, clock }
}

test('a message is cancelled for the program that sent it alone, with its upload', async () => {
  const cancel = (isOwn: boolean) => {
    const { table, did } = open({ 'sending.isOfProgram': isOwn })
    return { did, done: table.cancelMessage.answer({ program, input: { messageId: '7' }, signal }) }
  }
  const own = cancel(true)
  await own.done
  expect(own.did).toEqual(['sending.cancel undefined', 'stopUpload 7', 'wake'])
  const foreign = cancel(false)
  await expect(foreign.done).rejects.toMatchObject({ code: 'notFound' })
  expect(foreign.did).toEqual([])
})

test('a label in other capitals is the one that is there; one that is nowhere is made, and not to take it off', async () => {
  const scene = () =>
    open({ 'public.chatKey': 5, 'labels.list': [{ key: 3, name: 'Order' }], 'labels.save': { key: 4 as LabelKey } })
  const changes = async (act: 'setLabel' | 'removeLabel', label: string) => {
    const { table, did } = scene()
    await table[act].answer({ program, input: { instanceId: '11', chatId: '200', label }, signal })
    return did.filter((one) => !one.startsWith('labels.list'))
  }
  expect(await changes('setLabel', ' ORDER ')).toEqual(['labels.set {"chat":5,"label":3,"on":true}'])
  expect(await changes('removeLabel', 'order')).toEqual(['labels.set {"chat":5,"label":3,"on":false}'])
  expect(await changes('removeLabel', 'new')).toEqual([])
  expect(await changes('setLabel', 'new')).toEqual([
    'labels.save {"name":"new"}',
    'labels.set {"chat":5,"label":4,"on":true}',
  ])
})

test.each([
  ['noRoom', 'tooManyUploads'],
  ['tooMany', 'tooManyUploads'],
  ['fileTooLarge', 'fileTooLarge'],
  ['fileEmpty', 'fileEmpty'],
])('a file that is %s is refused as %s', async (kind, code) => {
  const { table } = open({ takeFile: kind })
  const file = {} as CalledFile
  await expect(table.uploadFile.answer({ program, input: { name: 'a' }, file, signal })).rejects.toMatchObject({ code })
})

test.each([
  ['accepted', 'accepted', true],
  ['queued', 'accepted', false],
  ['delivered', 'read', false],
  ['read', 'delivered', true],
  ['failed', 'read', true],
  ['expired', 'read', true],
  ['cancelled', 'read', true],
  ['uncertain', 'read', true],
] as const)('of a message that is %s a wait for %s ends: %s', async (kind, until, isOver) => {
  const { table, clock } = open({ 'public.message': () => ({ status: { kind } }) })
  let answered = false
  const answer = table.getMessage.answer({ program, input: { messageId: '7', wait: 10, until }, signal })
  void answer.then(() => (answered = true))
  await clock.advance(9999)
  expect(answered).toBe(isOver)
  await clock.advance(1)
  expect(await answer).toMatchObject({ value: { status: { kind } } })
})
