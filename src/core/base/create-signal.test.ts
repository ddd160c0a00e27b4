import { expect, test } from 'vitest'
import { createSignal } from './create-signal.ts'

test('an emission reaches the present listeners: none that unsubscribed meanwhile, none that subscribed during it', () => {
  const received: string[] = []
  const signal = createSignal<[string]>()
  const ends: (() => void)[] = []
  signal.listen((value) => {
    received.push(`first ${value}`)
    ends[0]?.()
    signal.listen((later) => received.push(`late ${later}`))
  })
  ends.push(signal.listen((value) => received.push(`second ${value}`)))
  signal.emit('one')
  expect(received).toEqual(['first one'])
  ends[0]?.()
  signal.emit('two')
  expect(received).toEqual(['first one', 'first two', 'late two'])
})

test('a listener that subscribes twice is called twice, and each unsubscription ends one of the two', () => {
  let received = 0
  const signal = createSignal<[]>()
  const listener = () => void (received += 1)
  const end = signal.listen(listener)
  signal.listen(listener)
  signal.emit()
  end()
  signal.emit()
  expect(received).toBe(3)
})

test('a listener that throws does not stop the others if there is an error handler, and otherwise `emit` throws', () => {
  const errors: unknown[] = []
  const received: string[] = []
  const careful = createSignal<[]>((error) => errors.push(error))
  const plain = createSignal<[]>()
  for (const signal of [careful, plain]) {
    signal.listen(() => {
      throw new Error('broken')
    })
    signal.listen(() => received.push('heard'))
  }
  careful.emit()
  expect([received, errors]).toEqual([['heard'], [new Error('broken')]])
  expect(() => plain.emit()).toThrow('broken')
})
