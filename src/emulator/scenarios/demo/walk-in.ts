import type { LiveLine } from './live.ts'
import type { Story } from './story.ts'

/** People who asked one thing and had their answer, and what they write next. Minutes are before the demo's start. */
const walkIns = [
  [
    '46700900301',
    'Ebba Nyström',
    560,
    'Do you ship to Gotland?',
    'Yes, within four days.',
    'Is there a parcel locker in Visby?',
  ],
  [
    '4915550100311',
    'Jonas Weber',
    640,
    'Is the oak shelf back?',
    'From Monday on.',
    'Please keep two oak shelves for me.',
  ],
  [
    '33600900322',
    'Camille Roux',
    700,
    'Can I pay by invoice?',
    'Yes, 30 days.',
    'The invoice needs our order number, 7731.',
  ],
  [
    '79990001331',
    'Тимур Ахметов',
    760,
    'Самовывоз работает в субботу?',
    'Да, с 10 до 16.',
    'Буду в субботу к одиннадцати.',
  ],
  [
    '351910900342',
    'Rui Carvalho',
    830,
    'Which lamp fits E14?',
    'The small one, article 118.',
    'Article 118 in black, is it in stock?',
  ],
  [
    '48600900353',
    'Zofia Lis',
    905,
    'My code WELCOME does not work.',
    'It works now, sorry.',
    'The code worked, thank you!',
  ],
  ['447700900364', 'Priya Nair', 990, 'Do you engrave?', 'Yes, up to 20 letters.', 'Engrave "For Asha", please.'],
  ['34600900375', 'Iker Soto', 1100, 'Where is order 4766?', 'With the courier, 14:20.', 'It arrived, all five boxes.'],
  [
    '79990001386',
    'Мария Кузнецова',
    1210,
    'Есть ли чехлы к стульям?',
    'Есть серые и синие.',
    'Тогда шесть серых чехлов.',
  ],
  ['46700900397', 'Olof Berg', 1330, 'The drawer sticks.', 'A new rail is on its way.', 'The new rail fits.'],
  [
    '4530900408',
    'Mette Holm',
    1460,
    'Are the plates dishwasher-safe?',
    'Yes, all of them.',
    'Twelve plates for Thursday, possible?',
  ],
  [
    '390600900419',
    'Gaia Ricci',
    1600,
    'Can I change the address?',
    'Changed to Via Roma 8.',
    'The bell says Ricci-Bianchi.',
  ],
] as const

/** The order desk's other customers. Returns what they say next. */
export const walkInCustomers = (story: Story): readonly LiveLine[] =>
  walkIns.map(([phone, name, minutes, question, answer, next]) => {
    const person = story.person(phone, { name })
    person.says(question, story.ago(minutes))
    story.desk(person, minutes - 6, answer)
    return { person, text: next }
  })
