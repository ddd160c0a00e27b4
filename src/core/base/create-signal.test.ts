import { expect, test } from 'vitest'
import { createSignal } from './create-signal.ts'

test('tells those who listen now: neither one that ended meanwhile nor one that began', () => {
  const heard: string[] = []
  const signal = createSignal<[string]>()
  const ends: (() => void)[] = []
  signal.listen((value) => {
    heard.push(`first ${value}`)
    ends[0]?.()
    signal.listen((later) => heard.push(`late ${later}`))
  })
  ends.push(signal.listen((value) => heard.push(`second ${value}`)))
  signal.tell('one')
  expect(heard).toEqual(['first one'])
  ends[0]?.()
  signal.tell('two')
  expect(heard).toEqual(['first one', 'first two', 'late two'])
})

test('a listener that listens twice is told twice, and ends once at a time', () => {
  let heard = 0
  const signal = createSignal<[]>()
  const listener = () => void (heard += 1)
  const end = signal.listen(listener)
  signal.listen(listener)
  signal.tell()
  end()
  signal.tell()
  expect(heard).toBe(3)
})

test('one that throws keeps nobody from hearing where somebody takes the error, and is the teller’s matter otherwise', () => {
  const errors: unknown[] = []
  const heard: string[] = []
  const careful = createSignal<[]>((error) => errors.push(error))
  const plain = createSignal<[]>()
  for (const signal of [careful, plain]) {
    signal.listen(() => {
      throw new Error('broken')
    })
    signal.listen(() => heard.push('heard'))
  }
  careful.tell()
  expect([heard, errors]).toEqual([['heard'], [new Error('broken')]])
  expect(() => plain.tell()).toThrow('broken')
})
