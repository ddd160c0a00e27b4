import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { OutgoingFilter } from '../../contract/outgoing.ts'
import { anna, useSendingHarness } from '../testing/sending-harness.ts'
import { anything } from './tx/outgoing-filter.ts'

const start = useSendingHarness()

it('shows, filters, counts and exports who sent a message: a person or a program by its name', async () => {
  const world = await start({ behaviour: { autoStatus: { sent: 0, delivered: null, read: null } } })
  const { call, store, services, core } = world.app()
  const { program } = await call('programs.add', {
    ...{ name: '=Order bot', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null },
    ...{ readWhenWritten: false, webhook: null, authorization: '', rights: ['draft', 'send'], writesFirst: true },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  await world.send(anna, 'from a person')
  const sent = await store.write(
    'sending.enqueueProgramSend',
    { program, instance: world.instance, chatId: anna, sendId: 'order-17-ready', text: 'from the program' },
    { urgent: true },
  )
  if (sent.kind !== 'enqueued') throw new Error(sent.code)
  services.sending.wake(sent)
  await world.time.settle()
  const chats = await call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 1 })
  expect(chats.rows[0]?.preview).toMatchObject({ text: 'from the program', programName: '=Order bot' })
  const proposed = await store.write('proposals.add', {
    ...{ program, sendId: 'order-17-gone', instance: world.instance, chatId: anna, text: 'It left.' },
    ...{ reason: 'Tour 18 has it.', lifetimeMs: 3_600_000 },
  })
  if (proposed.kind !== 'proposed') throw new Error(proposed.code)
  const { message } = await call('proposals.approve', { proposal: proposed.proposal, text: 'It left at noon.' })
  await world.time.settle()
  expect(world.accepted()).toEqual(['from a person', 'from the program', 'It left at noon.'])

  const under = async (sender: OutgoingFilter['sender']) => {
    const filter = { ...anything, scope: world.instance, sender }
    const sort = { by: 'time', direction: 'asc' } as const
    const { rows } = await call('outgoing.list', { filter, sort, offset: 0, limit: 10 })
    const summary = await call('outgoing.summary', { filter, buckets: 4 })
    expect(summary.total).toBe(rows.length)
    const charted = summary.buckets.flatMap((bucket) => Object.values(bucket))
    expect(charted.reduce((sum, count) => sum + count, 0)).toBe(rows.length)
    return rows.map((row) => [row.text, row.program])
  }
  const person = ['from a person', null]
  const ofProgram = ['from the program', { how: 'sent', name: '=Order bot' }]
  const ofBoth = ['It left at noon.', { how: 'proposed', name: '=Order bot' }]
  expect(await under(null)).toEqual([person, ofProgram, ofBoth])
  expect(await under('people')).toEqual([person, ofBoth])
  expect(await under('programs')).toEqual([ofProgram, ofBoth])
  expect(await under(program)).toEqual([ofProgram, ofBoth])
  expect(await under('held')).toEqual([])
  expect(await under((program + 1) as typeof program)).toEqual([])

  const detailsOf = async (of: typeof message) => (await call('messages.details', { message: of })).program
  expect(await detailsOf(sent.message)).toEqual({ sendId: 'order-17-ready', proposal: null })
  expect(await detailsOf(message)).toEqual({
    sendId: 'order-17-gone',
    proposal: {
      ...{ text: 'It left.', reason: 'Tour 18 has it.', isEdited: true },
      ...{ proposedAt: expect.any(Number), approvedAt: expect.any(Number) },
    },
  })

  const exported = async (format: 'csv' | 'json', sender: OutgoingFilter['sender']) => {
    const filter = { ...anything, scope: world.instance, sender }
    const { id } = await call('export.outgoing', { filter, format, withStatuses: false })
    const file = await core.openFile(id)
    return readFileSync(file?.path ?? '', 'utf8')
  }
  const csv = (await exported('csv', null)).split('\r\n')
  expect(csv[0]).toMatch(/,sentByApi,sentByProgram,proposedByProgram$/)
  expect(csv.find((line) => line.includes('from the program'))).toMatch(/,'=Order bot,$/)
  expect(csv.find((line) => line.includes('from a person'))).toMatch(/,,$/)
  expect(await exported('csv', 'people')).not.toContain('from the program')
  expect(JSON.parse(await exported('json', program))).toMatchObject([{ program: ofBoth[1] }, { program: ofProgram[1] }])

  await call('programs.remove', { program })
  expect(await under(program)).toEqual([ofProgram, ofBoth])
})
