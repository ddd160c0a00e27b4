import { budgets } from '../../bench/lib/budgets.ts'
import { expect, test, warehouseInit } from '../support/test.ts'
import { message, openChat } from '../support/window.ts'

/** The part of React's fibers that tells which components rendered. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}

/** Counts in the page, by the hook of React's developer tools, how many components each commit rendered. */
function countRenders(): void {
  // Function, forwardRef, memo and its short form.
  const components = new Set([0, 11, 14, 15])
  const performedWork = 1
  let renders = 0
  const count = (first: Fiber | null): void => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      if (components.has(fiber.tag) && (fiber.flags & performedWork) > 0) renders += 1
      // A child that is the one of the last commit was left alone.
      if (fiber.child !== fiber.alternate?.child) count(fiber.child)
    }
  }
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => count(root.current),
    onCommitFiberUnmount: () => undefined,
  }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, rendersUntilNow: () => renders })
}

test('a message costs the window no more bytes and renders than it may', async ({ app, emulator, orderDesk }) => {
  const others = [emulator.addInstance(warehouseInit)]
  const anna = orderDesk.person('79990001122', { name: 'Anna' })
  // More than the window holds, so that each message moves all others by one place.
  for (let number = 0; number < 120; number++) anna.says(`Earlier, ${number}.`)
  orderDesk.person('79990003344', { name: 'Boris' }).says('Good day')
  const page = await app.open({ instances: [orderDesk, ...others] })
  let bytes = 0
  let lastAt = performance.now()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      bytes += Buffer.byteLength(payload)
      lastAt = performance.now()
    }),
  )
  const rendersUntilNow = (): Promise<number> => page.evaluate('rendersUntilNow()')
  await page.addInitScript(countRenders)
  await page.reload()
  await openChat(page, 'Anna')
  await page.getByRole('button', { name: 'Go to the latest message' }).click()
  await expect(message(page, 'Earlier, 119.')).toBeInViewport()
  // Nothing more comes of what was there: histories, names, what was read.
  const quiet = (): Promise<void> => expect.poll(() => performance.now() - lastAt).toBeGreaterThan(1500)
  await quiet()

  const [bytesBefore, rendersBefore] = [bytes, await rendersUntilNow()]
  const texts = Array.from({ length: 5 }, (_, index) => `Message ${index}.`)
  for (const text of texts) {
    anna.says(text)
    await expect(message(page, text)).toBeVisible()
  }
  await quiet()
  const perMessage = {
    bytes: (bytes - bytesBefore) / texts.length,
    renders: ((await rendersUntilNow()) - rendersBefore) / texts.length,
  }
  expect(perMessage.bytes).toBeGreaterThan(500)
  expect(perMessage.bytes).toBeLessThan(budgets.bytesPerMessage.most)
  expect(perMessage.renders).toBeGreaterThan(20)
  expect(perMessage.renders).toBeLessThan(budgets.rendersPerMessage.most)
})
