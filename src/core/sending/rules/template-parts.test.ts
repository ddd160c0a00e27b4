import { expect, test } from 'vitest'
import { templateParts } from './template-parts.ts'

const data = 'Hi {{1}} | [Contact,+919100000000] | [Site,https://shop.example]'
const none = { text: '', header: '', footer: '', buttons: [] }

test.each([
  ['nothing', {}, none],
  ['words with buttons in brackets', { data }, { ...none, text: 'Hi {{1}}', buttons: ['Contact', 'Site'] }],
  ['brackets that are words', { data: 'Sizes [S, M]' }, { ...none, text: 'Sizes [S, M]' }],
  ['an empty button', { data: 'Hi | [,]' }, { ...none, text: 'Hi' }],
  [
    'parts',
    {
      data,
      containerMeta: JSON.stringify({
        ...{ header: 'Order {{1}}', data: 'Hi {{1}}', footer: 'The shop' },
        buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example' }, 'odd', null, { text: 5 }],
      }),
    },
    { header: 'Order {{1}}', text: 'Hi {{1}}', footer: 'The shop', buttons: ['Track'] },
  ],
  ['no JSON', { data, containerMeta: '{header:' }, { ...none, text: 'Hi {{1}}', buttons: ['Contact', 'Site'] }],
  ['JSON of another kind', { data: 'Hi', containerMeta: '[1]' }, { ...none, text: 'Hi' }],
  [
    'parts of other types',
    { data: 'Hi', containerMeta: '{"header":7,"data":null,"buttons":"x"}' },
    { ...none, text: 'Hi' },
  ],
  ['a name of every object', { data: 'Hi', containerMeta: '{"__proto__":{"header":"x"}}' }, { ...none, text: 'Hi' }],
])('a template with %s is read by its parts', (_what, record, parts) => {
  expect(templateParts(record)).toEqual(parts)
})
