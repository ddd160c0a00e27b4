import { replying, sendingLater } from './composer-acts.ts'
import type { Shot } from './shot.ts'
import { chat } from './shot.ts'

/** Pictures whose making changes the world that the others show. */
export const changing: readonly Shot[] = [
  {
    name: 'message-details-edited-ru-dark',
    scheme: 'dark',
    locale: 'ru-RU',
    height: 1400,
    arrange: async (page, { service }) => {
      await chat('Every kind')(page)
      const by = { idInstance: '1101000001', by: { person: '46700900777' } } as const
      const { idMessage } = await service.do('says', { ...by, text: 'Gate code 4711, from the north side.' })
      const bubble = page.getByRole('article').filter({ hasText: 'from the north side' })
      await bubble.waitFor()
      await service.do('edits', { ...by, idMessage, text: 'Gate code 4711, from the south side.' })
      const edited = page.getByRole('article').filter({ hasText: 'from the south side' })
      await edited.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Исходные данные' }).click()
      await page.getByRole('complementary').locator('.edit-old').waitFor()
      await page.getByRole('complementary').locator('.code .j').first().waitFor()
    },
  },
]

/** What they leave behind would stand in the pictures after them. */
export const lastly: readonly Shot[] = [
  { name: 'quick-replies-open-light', arrange: replying },
  { name: 'scheduled-us-light', locale: 'en-US', arrange: sendingLater(true) },
  {
    name: 'scheduled-760-ru-dark',
    width: 760,
    height: 700,
    scheme: 'dark',
    locale: 'ru-RU',
    arrange: sendingLater(true),
  },
]
