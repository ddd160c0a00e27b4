import { expect, test } from 'vitest'
import { asServed, changedFields, fieldsOf, wrongFields } from './settings-fields.ts'

const autoTyping = (settings: Readonly<Record<string, unknown>> | null, family: 'whatsapp' | 'v3' = 'whatsapp') =>
  fieldsOf(family, settings).find(({ name }) => name === 'autoTyping')

test.each([
  [0, 0],
  [4, 4],
  // Another number than a person can choose is shown as the service has it.
  [9, 9],
  ['yes', null],
  [undefined, null],
])('automatic typing of %s is a pace from 0 to 4 with the value %s', (autoTypingOf, value) => {
  expect(autoTyping({ autoTyping: autoTypingOf })).toEqual({
    name: 'autoTyping',
    kind: 'number',
    value,
    min: 0,
    max: 4,
  })
})

test('automatic typing is WhatsApp’s alone, and unknown until the settings were read', () => {
  expect(autoTyping({ autoTyping: 1 }, 'v3')).toBeUndefined()
  expect(autoTyping(null)).toMatchObject({ value: null })
})

test('a switch that an instance gives as true or false is shown as a switch, and sent back as it came', () => {
  const settings = { linkPreview: true, enableLidMode: false, incomingWebhook: 'yes' }
  const valueOf = (name: string) => fieldsOf('whatsapp', settings).find((field) => field.name === name)?.value
  expect(['linkPreview', 'enableLidMode', 'incomingWebhook'].map(valueOf)).toEqual(['yes', 'no', 'yes'])
  expect(fieldsOf('whatsapp', { linkPreview: 'maybe' })).toContainEqual({
    name: 'linkPreview',
    kind: 'switch',
    value: null,
  })
  const change = { linkPreview: 'no', enableLidMode: 'yes', incomingWebhook: 'no', delaySendMessagesMilliseconds: 500 }
  expect(asServed(settings, change)).toEqual({ ...change, linkPreview: false, enableLidMode: true })
  expect(asServed(null, change)).toEqual(change)
})

test.each([
  ['', true],
  ['https://hooks.example/in?for=desk', true],
  ['http://127.0.0.1:8080/', true],
  ['hooks.example/in', false],
  ['ftp://hooks.example/', false],
  ['https://hooks.example/a b', false],
  ['https://hooks.example:99999/', false],
  ['https://[hooks.example/', false],
])('as the address of a webhook %s is allowed: %s', (webhookUrl, isAllowed) => {
  expect(wrongFields('whatsapp', null, { webhookUrl })).toEqual(isAllowed ? [] : ['webhookUrl'])
})

test.each([
  ['delaySendMessagesMilliseconds', 500, true],
  ['delaySendMessagesMilliseconds', 600_000, true],
  ['delaySendMessagesMilliseconds', 499, false],
  ['delaySendMessagesMilliseconds', 600_001, false],
  ['delaySendMessagesMilliseconds', 500.5, false],
  ['autoTyping', 0, true],
  ['autoTyping', 5, false],
  ['incomingWebhook', 'yes', true],
  ['incomingWebhook', 'maybe', false],
  ['webhookUrlToken', 'Bearer:abc', true],
  ['webhookUrlToken', 'two words', false],
  ['wid', 'yes', false],
])('%s may be set to %s: %s', (name, value, isAllowed) => {
  expect(wrongFields('whatsapp', null, { [name]: value })).toEqual(isAllowed ? [] : [name])
})

test('a switch that nobody described stands last under the service’s name, and may be set', () => {
  const settings = { incomingMessageStatusWebhook: 'yes', deviceWebhook: 'no', autoTyping: 1, secretOfTomorrow: 'abc' }
  const described = fieldsOf('whatsapp', null).length
  const others = fieldsOf('whatsapp', settings).slice(described)
  expect(others).toEqual([{ name: 'incomingMessageStatusWebhook', kind: 'switch', value: 'yes' }])
  // A business account has fewer of the described ones.
  expect(fieldsOf('waba', { ...settings, outgoingMessageWebhook: 'no' }).slice(-1)).toEqual(others)
  expect(wrongFields('whatsapp', settings, { incomingMessageStatusWebhook: 'no' })).toEqual([])
  expect(wrongFields('whatsapp', null, { incomingMessageStatusWebhook: 'no' })).toHaveLength(1)
})

test('a field has changed when the service has another value than the person saw, and not when it is unknown', () => {
  const settings = { linkPreview: true, incomingWebhook: 'yes', webhookUrl: 'https://new.example/' }
  expect(changedFields('whatsapp', settings, { linkPreview: 'yes', webhookUrl: 'https://old.example/' })).toEqual([
    'webhookUrl',
  ])
  expect(changedFields('whatsapp', settings, { stateWebhook: 'yes' })).toEqual([])
})

test('of switches that nobody described fifty with plain names are shown at most', () => {
  const names = [...Array.from({ length: 5000 }, (_, index) => `switch${index}`), 'x'.repeat(65), 'a b', '']
  const settings = Object.fromEntries(names.toReversed().map((name) => [name, 'yes']))
  const described = fieldsOf('whatsapp', {}).length
  const others = fieldsOf('whatsapp', settings).slice(described)
  expect(others).toHaveLength(50)
  expect(others.every(({ name }) => /^switch\d+$/.test(name))).toBe(true)
  expect(wrongFields('whatsapp', settings, { switch0: 'no', switch4999: 'no' })).toEqual(['switch0'])
})
