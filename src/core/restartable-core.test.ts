import { expect, test } from 'vitest'
import type { Core } from './create-core.ts'
import { createRestartableCore } from './restartable-core.ts'

test('one that is still starting is given up when the program ends, and that is no failure of the start', async () => {
  const core = createRestartableCore(
    ({ signal }) =>
      new Promise<Core>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
      }),
  )
  const outcome = core.ready.then(
    () => 'up',
    () => 'failed',
  )
  await core.stop()
  await core.recordDefect(new Error('as it ends'))
  // Whatever is settled by now has said so.
  await new Promise((resolve) => setImmediate(resolve))
  expect(await Promise.race([outcome, Promise.resolve('nothing')])).toBe('nothing')
})

test('a start that fails by itself is told', async () => {
  const core = createRestartableCore(() => Promise.reject(new Error('the disk is full')))
  await expect(core.ready).rejects.toThrow('the disk is full')
  await core.stop()
})

test('the directory is held before core is up, and what keeps core from it is told there too', async () => {
  const opening = Promise.withResolvers<Core>()
  const core = createRestartableCore(({ onHeld }) => (onHeld(), opening.promise))
  await core.held
  opening.reject(new Error('as the test ends'))
  await expect(core.ready).rejects.toThrow('as the test ends')
  const refused = createRestartableCore(() => Promise.reject(new Error('another program has it')))
  await expect(refused.held).rejects.toThrow('another program has it')
})

/** Cores of one data directory, which one at a time may use. `failing`: a file can't be removed. */
function coresOfOneDirectory({ failing = false } = {}) {
  let isHeld = false
  let starts = 0
  const start = async (): Promise<Core> => {
    if (isHeld) throw new Error('The data directory is in use.')
    isHeld = true
    const number = (starts += 1)
    let hasEnded = false
    return {
      handlers: {
        'settings.get': () => (hasEnded ? Promise.reject(new Error('The store is closed.')) : Promise.resolve(number)),
        async 'storage.deleteEverything'() {
          await new Promise((resolve) => setImmediate(resolve))
          if (!hasEnded) isHeld = false
          hasEnded = true
          if (failing) throw new Error('A file can not be removed.')
        },
      },
      hasEnded: () => hasEnded,
      subscribe: () => () => undefined,
      start: () => undefined,
      stop: () => Promise.resolve(),
    } as unknown as Core
  }
  const { handlers } = createRestartableCore(start)
  const context = { signal: new AbortController().signal }
  return {
    answering: () => handlers['settings.get']({}, context),
    deleteEverything: () => handlers['storage.deleteEverything']({}, context),
  }
}

test('two windows that delete everything at once leave a core that answers', async () => {
  const { answering, deleteEverything } = coresOfOneDirectory()
  expect(await answering()).toBe(1)
  await Promise.all([deleteEverything(), deleteEverything()])
  expect(await answering()).toBe(3)
})

test('after a deletion that failed half-way there is a core that answers', async () => {
  const { answering, deleteEverything } = coresOfOneDirectory({ failing: true })
  await expect(deleteEverything()).rejects.toThrow('A file can not be removed.')
  expect(await answering()).toBe(2)
})
