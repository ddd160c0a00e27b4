import type { Locator } from '@playwright/test'
import type { ChatKey, InstanceKey, MessageKey } from '../../src/contract/ids.ts'
import { openChat } from '../support/window.ts'
import { expect, test } from './window-test.ts'

/** Counts what a screen reader would say of a live region from now on. */
const listen = (region: Locator): Promise<void> =>
  region.evaluate((element: HTMLElement) => {
    const count = (): void => {
      element.dataset['said'] = String(Number(element.dataset['said'] ?? 0) + 1)
    }
    new MutationObserver(count).observe(element, { childList: true, characterData: true, subtree: true })
  })

test('the same words are announced again, of the open chat and of others', async ({ desk, open }) => {
  const boris = desk.customer('Boris')
  const anna = desk.customer('Anna')
  const page = await open()
  await openChat(page, 'Anna')
  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  await test.step('a message of the open chat', async () => {
    desk.says(anna, 'Hello?')
    const region = status('Hello?')
    await expect(region).toHaveText('Anna: Hello?')
    await listen(region)
    desk.says(anna, 'Hello?')
    await expect(region).toHaveAttribute('data-said', '1')
  })
  await test.step('a message of another chat', async () => {
    const where = { instance: 1 as InstanceKey, instanceName: 'Order desk', chat: boris as ChatKey }
    const words = { message: 1 as MessageKey, title: 'Boris', body: 'Good day', silent: false }
    const notice = { kind: 'incoming' as const, ...where, ...words }
    desk.emit({ type: 'notice', notice })
    const region = status('Boris')
    await expect(region).toContainText('Boris')
    await listen(region)
    desk.emit({ type: 'notice', notice })
    await expect(region).toHaveAttribute('data-said', '1')
  })
})
