import { expect, test } from 'vitest'
import { createTranslations, type MessageId } from '../../../lib/translations.ts'
import { en } from '../messages.en.ts'
import { ru } from '../messages.ru.ts'
import { titleValues } from './title-values.ts'

const times = { dateTime: () => '20 Nov, 18:40' }

test.each([
  ['en', en],
  ['ru', ru],
] as const)('every state has a title in %s that names nothing else', (locale, messages) => {
  const lacking = new Set<string>()
  const { translate } = createTranslations(locale, messages)
  const titles = Object.keys(messages).filter((id) => /^instances\.banner\.\w+\.title$/.test(id))
  expect(titles.length).toBeGreaterThan(10)
  for (const id of titles) {
    for (const until of [undefined, 1]) {
      const connection = until === undefined ? {} : { until }
      const values = new Proxy(titleValues({ name: 'Order desk', connection }, times), {
        get: (given, name) =>
          Object.hasOwn(given, name) ? Reflect.get(given, name) : lacking.add(`${id} ${String(name)}`),
      })
      expect(translate(id as MessageId, values)).toContain('Order desk')
    }
  }
  expect([...lacking]).toEqual([])
})

test('a title names the end of a state that has one', () => {
  const until = (connection: { readonly until?: number }) => titleValues({ name: 'Order desk', connection }, times)
  expect(until({ until: 1 })).toEqual({ name: 'Order desk', until: '20 Nov, 18:40', hasUntil: 'yes' })
  expect(until({})).toEqual({ name: 'Order desk', until: '', hasUntil: 'no' })
})
