import { expect, it } from 'vitest'
import { longestPreviewText } from '../../../contract/values.ts'
import { joinableRecord } from './own-record.ts'

const contentOf = (request: object) =>
  joinableRecord(
    {
      idMessage: 'BAE5367237E13A87',
      chatId: '79990001122@c.us',
      operation: 'sendMessage',
      request: JSON.stringify({ message: 'See https://example.com/chair', ...request }),
    },
    1_000,
  )?.facts.content

it('joins nothing but texts that have an id, and leaves the rest to the words of the service', () => {
  const send = { idMessage: 'BAE5367237E13A87', chatId: '79990001122@c.us', operation: 'sendMessage' } as const
  const request = JSON.stringify({ message: 'Which day?', options: [] })
  expect(joinableRecord({ ...send, request }, 1_000)).not.toBeNull()
  expect(joinableRecord({ ...send, request, operation: 'sendPoll' }, 1_000)).toBeNull()
  expect(joinableRecord({ ...send, request, idMessage: null }, 1_000)).toBeNull()
  expect(joinableRecord({ ...send, request: JSON.stringify({ message: 7 }) }, 1_000)).toBeNull()
})

it('stands below the message that it quotes, where the request names one', () => {
  const quotedOf = (request: string) =>
    joinableRecord({ idMessage: 'A', chatId: '1@c.us', operation: 'sendMessage', request }, 1_000)?.facts.quotedId
  expect(quotedOf('{"message":"Yes","quotedMessageId":"BAE5"}')).toBe('BAE5')
  expect(quotedOf('{"message":"Yes","quotedMessageId":7}')).toBe('')
  for (const broken of ['null', '7', '"Yes"', '{"mess']) expect(quotedOf(broken)).toBeUndefined()
})

it('shows the preview that a colleague made, with the address that it names', () => {
  const customPreview = { title: 'Oak chair', description: 'In stock', link: 'https://shop.example/42' }
  expect(contentOf({ linkPreview: true, typePreview: 'large', customPreview })).toEqual({
    kind: 'text',
    text: 'See https://example.com/chair',
    preview: { title: 'Oak chair', description: 'In stock', thumbnail: null },
    previewLink: 'https://shop.example/42',
  })
})

it('shows a preview without description and address', () => {
  expect(contentOf({ customPreview: { title: 'Oak chair' } })).toEqual({
    kind: 'text',
    text: 'See https://example.com/chair',
    preview: { title: 'Oak chair', description: '', thumbnail: null },
  })
})

it('leaves out of a preview what is no address', () => {
  const preview = { title: 'Oak chair', description: 'In stock', thumbnail: null }
  for (const link of [
    'javascript:alert(1)',
    'https://a b',
    7,
    null,
    `https://a.example/${'a'.repeat(longestPreviewText)}`,
  ])
    expect(contentOf({ customPreview: { title: 'Oak chair', description: 'In stock', link } })).toEqual({
      kind: 'text',
      text: 'See https://example.com/chair',
      preview,
    })
})

it.each([null, 'Oak chair', [], {}, { title: '' }, { title: 7 }, { title: 'a'.repeat(longestPreviewText + 1) }])(
  'shows the text alone where the preview is %j',
  (customPreview) => {
    expect(contentOf({ customPreview })).toEqual({
      kind: 'text',
      text: 'See https://example.com/chair',
      preview: null,
    })
  },
)
