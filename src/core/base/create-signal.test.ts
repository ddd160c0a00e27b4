import { expect, test } from 'vitest'
import { createSignal } from './create-signal.ts'

test('tells those who listen now: neither one that ended meanwhile nor one that began', () => {
  const told: string[] = []
  const signal = createSignal<[string]>()
  const ends: (() => void)[] = []
  signal.listen((word) => {
    told.push(`first ${word}`)
    ends[0]?.()
    signal.listen((later) => told.push(`late ${later}`))
  })
  ends.push(signal.listen((word) => told.push(`second ${word}`)))
  signal.tell('one')
  expect(told).toEqual(['first one'])
  ends[0]?.()
  signal.tell('two')
  expect(told).toEqual(['first one', 'first two', 'late two'])
})

test('a listener that listens twice is told twice, and ends once at a time', () => {
  let told = 0
  const signal = createSignal<[]>()
  const listener = () => void (told += 1)
  const end = signal.listen(listener)
  signal.listen(listener)
  signal.tell()
  end()
  signal.tell()
  expect(told).toBe(3)
})

test('one that throws keeps nobody from hearing where somebody takes the error, and is the teller’s matter otherwise', () => {
  const errors: unknown[] = []
  const told: string[] = []
  const careful = createSignal<[]>((error) => errors.push(error))
  const plain = createSignal<[]>()
  for (const signal of [careful, plain]) {
    signal.listen(() => {
      throw new Error('broken')
    })
    signal.listen(() => told.push('heard'))
  }
  careful.tell()
  expect([told, errors]).toEqual([['heard'], [new Error('broken')]])
  expect(() => plain.tell()).toThrow('broken')
})
