import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { en } from '../messages.en.ts'
import { ru } from '../messages.ru.ts'
import { titleValues } from './title-values.ts'

const times = { dateTime: () => '20 Nov, 18:40' }

test.each([
  ['en', en],
  ['ru', ru],
] as const)('every state has a title in %s that names nothing else', (locale, messages) => {
  const problems: string[] = []
  const intl = createIntl({ locale, messages, onError: ({ message }) => problems.push(message) })
  const titles = Object.keys(messages).filter((id) => /^instances\.banner\.\w+\.title$/.test(id))
  expect(titles.length).toBeGreaterThan(10)
  for (const id of titles) {
    for (const until of [undefined, 1]) {
      const connection = until === undefined ? {} : { until }
      expect(intl.formatMessage({ id }, titleValues({ name: 'Order desk', connection }, times))).toContain('Order desk')
    }
  }
  expect(problems).toEqual([])
})
