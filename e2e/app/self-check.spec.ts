import { expect, test } from '../support/test.ts'
import { selfCheck } from '../support/window.ts'

test('a refused token is said at its step, and what rests on it is not tried @nightly', async ({
  app,
  emulator,
  orderDesk,
}) => {
  const page = await app.open({ instances: [orderDesk] })
  await emulator.untilWaiting(orderDesk.idInstance)
  emulator.fault({ kind: 'refuse', status: 401 }, { operation: 'getStateInstance' })
  const dialog = await selfCheck(page, 'Order desk')
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'ID or token refused' }).getByRole('img', { name: 'Failed' }),
  ).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Not checked' })).not.toHaveCount(0)
})
