import { expect, test } from 'vitest'
import type { HostLink } from './link.ts'
import { serve } from './server.ts'

test.each([
  ['query', true],
  ['command', false],
])('a %s of a page that was reloaded answers no call of the new page that has its number', async (_, isQuery) => {
  const texts: string[] = []
  const answers: ((value: unknown) => void)[] = []
  let receive: (text: string) => void = () => undefined
  const link: HostLink = {
    send: (text) => void texts.push(text),
    listen(listener) {
      receive = listener.received
      return () => undefined
    },
  }
  const end = serve(link, {
    find: () => ({
      isQuery,
      input: { safeParse: (data) => ({ success: true, data }) },
      run: () => new Promise((resolve) => answers.push(resolve)),
    }),
    subscribe: () => () => undefined,
    onFault: () => undefined,
  })
  for (let page = 0; page < 2; page += 1) {
    receive('{"kind":"hello"}')
    receive('{"kind":"call","id":0,"name":"chats.details","input":{}}')
  }
  const [before, now] = answers
  before?.('the chat of before')
  await Promise.resolve()
  now?.('the chat of now')
  await expect.poll(() => texts.some((text) => text.includes('the chat of now'))).toBe(true)
  expect(texts.filter((text) => text.includes('the chat of before'))).toEqual([])
  end()
})
