import { expect, test } from 'vitest'
import { createTasks } from './create-tasks.ts'

test('the end waits for all work, also for what begins meanwhile, and failures are told with what they are about', async () => {
  const failed: unknown[] = []
  const done: string[] = []
  const tasks = createTasks<string>((error, about) => failed.push([about, error]))
  const gate = Promise.withResolvers<void>()
  tasks.add(
    gate.promise.then(() => {
      done.push('first')
      tasks.add(
        new Promise<void>((resolve) => setImmediate(resolve)).then(() => done.push('second')),
        'second',
      )
    }),
    'first',
  )
  tasks.add(Promise.reject(new Error('broken')), 'third')
  const ended = tasks.ended()
  gate.resolve()
  await ended
  expect(done).toEqual(['first', 'second'])
  expect(failed).toEqual([['third', new Error('broken')]])
})
