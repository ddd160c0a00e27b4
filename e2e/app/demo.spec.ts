import { expect, test } from '../support/test.ts'
import { chatRow, rail } from '../support/window.ts'

test('the demo starts inside the program, is marked as samples, and leaves nothing when it ends', async ({ app }) => {
  const page = await app.open()
  await page.getByRole('button', { name: 'Try the demo' }).click()
  const instances = rail(page).getByRole('link', { name: /\(sample\)/ })
  await expect(instances).toHaveCount(2)
  await expect(page.getByText('This is a demo with sample instances')).toBeVisible()
  // Somebody has written by now, and more is coming.
  await expect(chatRow(page, /Marta/)).toBeVisible()
  await page.getByRole('button', { name: 'End the demo' }).click()
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await expect(instances).toHaveCount(0)
})
