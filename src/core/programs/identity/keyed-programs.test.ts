import { expect, test } from 'vitest'
import { createKeyedPrograms } from './keyed-programs.ts'

const settings = {
  ...{ purpose: 'bot', protocol: 'queue', rights: ['see'], sendLimits: { minute: 1, hour: 1, day: 1 } },
  ...{ writesFirst: false, readWhenWritten: false, keyExpiresAt: null },
  ...{ instances: null, kinds: null, labels: null, groups: true },
}

test('what takes long to read is not written over what was read later', async () => {
  let version = 1
  const reads: (() => void)[] = []
  const written: number[] = []
  const keyed = createKeyedPrograms({
    port: {
      current: () => ({
        programs() {
          const row = { id: 'a', settings: JSON.stringify(settings), version }
          return new Promise((resolve) => reads.push(() => resolve([row])))
        },
      }),
    },
    directory: { list: () => [] },
    store: {
      write: (_: string, { programs }: { programs: { version: number }[] }) =>
        Promise.resolve(void written.push(...programs.map((one) => one.version))),
    },
    load: () => Promise.resolve(),
  } as unknown as Parameters<typeof createKeyedPrograms>[0])
  const both = [keyed.sync()]
  version = 2
  both.push(keyed.sync())
  // The answer of the earlier call comes last, if there are two at a time.
  while (reads.length > 0) {
    reads.pop()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(both)
  expect(written).toEqual([1, 2])
})
