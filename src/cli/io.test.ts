import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readAll } from './io.ts'

const uninterrupted = new AbortController().signal

test('an input is read whole, and one that is larger than any request is refused before it ends', async () => {
  expect(await readAll(Readable.from([Buffer.from('Hel'), 'lo']), uninterrupted)).toEqual(Buffer.from('Hello'))
  expect(await readAll(Readable.from([Buffer.alloc(1_048_576)]), uninterrupted)).toHaveLength(1_048_576)
  let given = 0
  const endless = Readable.from(
    (function* () {
      for (; given < 100; given += 1) yield Buffer.alloc(100_000)
    })(),
  )
  await expect(readAll(endless, uninterrupted)).rejects.toThrow('larger than 1048576 bytes')
  expect(given).toBeLessThan(50)
})
