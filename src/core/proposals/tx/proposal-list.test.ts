import { describe, expect, it } from 'vitest'
import type { InstanceKey, ProposalKey } from '../../../contract/ids.ts'
import type { ProposalOrder, ShownProposal } from '../../../contract/proposals.ts'
import { undoDismissMs } from '../../../contract/values.ts'
import { annotationWrites } from '../../annotations/tx/annotations-intents.ts'
import { rememberErased } from '../../messages/archive/tx/erased-people.ts'
import { programWrites } from '../../programs/tx/programs-intents.ts'
import { openReading } from '../../reading/testing/open-reading.ts'
import { chatReads } from '../../reading/tx/chats.ts'
import { messageReads } from '../../reading/tx/messages.ts'
import { programSendId, programSendKey } from '../../sharing/rules/shared-send-id.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { proposalReads, proposalWrites } from './proposals-intents.ts'

const minuteMs = 60_000
const here = (state: string) => ({ state, by: '', from: 'here' })

/** Two chats, and a program that proposes in them. */
function open() {
  const archive = openReading()
  const { tx, instance, give, chat, text, setNow } = archive
  give('200', [text('Is it ready?', { senderId: '200', senderName: 'Ann', timestamp: testSeconds - 120 })])
  give('300', [text('When?', { senderId: '300', senderName: 'Bob', timestamp: testSeconds - 60 })])
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Order bot', purpose: 'script', protocol: 'jsonl' },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
    rights: ['draft'],
  } as const)
  let sends = 0
  const propose = (chatId: string, text: string, lifetimeMs = 60 * minuteMs): ProposalKey => {
    sends += 1
    const result = proposalWrites['proposals.add'](tx, {
      ...{ program, sendId: `proposal-${sends}`, instance, chatId, text, reason: '', lifetimeMs },
    })
    if (result.kind === 'refused') throw new Error(result.code)
    return result.proposal
  }
  const toApprove = (order: ProposalOrder = 'expiresFirst', more: object = {}) =>
    proposalReads['proposals.list'](tx, { scope: instance, order, offset: 0, limit: 50, ...more })
  const above = (chatId: string, proposal: ProposalKey | null = null) =>
    proposalReads['proposals.shown'](tx, { chat: chat(chatId), proposal })
  const shown = (...of: Parameters<typeof above>): ShownProposal | null => above(...of).shown
  return {
    ...archive,
    program,
    propose,
    toApprove,
    above,
    shown,
    texts: (...of: Parameters<typeof toApprove>) => toApprove(...of).rows.map((row) => row.text),
    /** Minutes after the beginning. */
    at: (minutes: number) => setNow(testNow + minutes * minuteMs),
  }
}

describe('the list To approve', () => {
  it('has a row for each proposal, what expires first before others, with its place in the chat', () => {
    const { propose, toApprove, texts, at } = open()
    propose('200', 'At noon', 90 * minuteMs)
    at(1)
    propose('300', 'Today', 10 * minuteMs)
    at(2)
    propose('200', 'Or later', 30 * minuteMs)
    expect(toApprove()).toMatchObject({
      ...{ total: 3, chats: 2, counts: { proposals: 3 } },
      rows: [
        { text: 'Today', programName: 'Order bot', chat: { title: 'Bob' }, place: { at: 1, of: 1 } },
        { text: 'Or later', chat: { title: 'Ann' }, place: { at: 2, of: 2 }, expiresAt: testNow + 32 * minuteMs },
        { text: 'At noon', chat: { title: 'Ann' }, place: { at: 1, of: 2 }, createdAt: testNow },
      ],
    })
    expect(texts('newestFirst')).toEqual(['Or later', 'Today', 'At noon'])
    expect(texts('expiresFirst', { offset: 1, limit: 1 })).toEqual(['Or later'])
    expect(texts('expiresFirst', { scope: null })).toEqual(['Today', 'Or later', 'At noon'])
    at(11)
    expect(toApprove()).toMatchObject({ total: 2, chats: 1, counts: { proposals: 2 } })
  })

  it('says where the customer has written since', () => {
    const { propose, toApprove, shown, list, give, text, at } = open()
    propose('200', 'At noon')
    propose('300', 'Today')
    at(0.001)
    // The service's times are whole seconds: this one says that it is older than the proposal.
    const [message] = give('300', [text('Hello?', { senderId: '300', timestamp: testSeconds - 1 })])
    expect(shown('300')?.proposal).toMatchObject({ newer: 1, newest: { message, sender: 'Bob', text: 'Hello?' } })
    expect(list().rows.map(({ title, proposal }) => [title, proposal?.hasNewer])).toEqual([
      ['Bob', true],
      ['Ann', false],
    ])
    expect(toApprove().rows.map(({ chat, hasNewer }) => [chat.title, hasNewer])).toEqual([
      ['Ann', false],
      ['Bob', true],
    ])
  })

  it('has only chats of a label, and none of a removed instance', () => {
    const { tx, propose, toApprove, texts, chat, instance } = open()
    propose('200', 'At noon')
    propose('300', 'Today')
    const label = annotationWrites['labels.save'](tx, { name: 'VIP', hue: 1 })
    annotationWrites['labels.set'](tx, { chat: chat('300'), label, on: true })
    expect(texts('expiresFirst', { label })).toEqual(['Today'])
    tx.run('update instance set detached_at = ? where key = ?', [testNow, instance])
    expect(toApprove('newestFirst', { scope: null })).toMatchObject({ rows: [], total: 0, chats: 0 })
  })
})

describe('the proposal above the composer', () => {
  it('is the oldest one, or the chosen one with its neighbours', () => {
    const { propose, shown, at } = open()
    expect(shown('200')).toBeNull()
    const keys = ['At noon', 'Or later', 'Or never'].map((text, minutes) => {
      at(minutes)
      return propose('200', text)
    })
    expect(shown('200')).toMatchObject({
      ...{ proposal: { text: 'At noon' }, place: { at: 1, of: 3 }, previous: null, next: keys[1] },
    })
    expect(shown('200', keys[1])).toMatchObject({
      ...{ proposal: { text: 'Or later' }, place: { at: 2, of: 3 }, previous: keys[0], next: keys[2] },
    })
  })

  it('gives way to the next one when it is closed, the last one to the one before it', () => {
    const { tx, propose, shown } = open()
    const keys = ['At noon', 'Or later', 'Or never'].map((text) => propose('200', text))
    const [first, second, third] = keys as [ProposalKey, ProposalKey, ProposalKey]
    proposalWrites['proposals.dismiss'](tx, { proposal: second })
    expect(shown('200', second)?.proposal.text).toBe('Or never')
    proposalWrites['proposals.dismiss'](tx, { proposal: third })
    expect(shown('200', third)?.proposal.text).toBe('At noon')
    proposalWrites['proposals.dismiss'](tx, { proposal: first })
    expect(shown('200', first)).toBeNull()
  })
})

describe('a proposal that expired', () => {
  it('leaves a line above the composer until something happens in the chat, for a day', () => {
    const { tx, propose, above, at, give, text } = open()
    propose('200', 'At noon', minuteMs)
    propose('300', 'Today', minuteMs)
    at(2)
    expect(above('200')).toEqual({ shown: null, expired: null })
    proposalWrites['proposals.expire'](tx)
    const expired = { programName: 'Order bot', at: testNow + minuteMs }
    expect(above('200')).toEqual({ shown: null, expired })
    give('300', [text('Hello?', { senderId: '300', timestamp: testSeconds + 120 })])
    expect(above('300').expired).toBeNull()
    at(1441)
    expect(above('200').expired).toBeNull()
  })
})

describe('a proposal that a person dismissed', () => {
  function openDismissed() {
    const archive = open()
    const { tx, program, propose, at } = archive
    const proposal = propose('200', 'At noon', minuteMs)
    proposalWrites['proposals.dismiss'](tx, { proposal })
    return {
      ...archive,
      proposal,
      undo: () => proposalWrites['proposals.undoDismiss'](tx, { proposal }),
      seconds: (count: number) => at(count / 60),
      /** As its program sees it. */
      own: () => proposalReads['proposals.own'](tx, { program, proposal }),
    }
  }

  it('comes back where it was, and its program knows nothing of it', () => {
    const { tx, toApprove, texts, own, undo, seconds } = openDismissed()
    seconds(5)
    expect(proposalWrites['proposals.expire'](tx)).toEqual({ dismissed: 0, nextAt: testNow + undoDismissMs })
    expect(toApprove()).toMatchObject({ rows: [], total: 0, counts: { proposals: 0 } })
    expect(own()).toMatchObject({ state: 'open', closed_at: null })
    undo()
    expect(texts()).toEqual(['At noon'])
    expect(own()).toMatchObject({ state: 'open', closed_at: null })
    expect(proposalWrites['proposals.expire'](tx)).toEqual({ dismissed: 0, nextAt: testNow + minuteMs })
    expect(undo).toThrow(expect.objectContaining({ data: { code: 'proposalClosed', details: here('open') } }))
  })

  it('stays dismissed after ten seconds, and its program is told then', () => {
    const { tx, proposal, own, undo, seconds } = openDismissed()
    seconds(10)
    expect(proposalWrites['proposals.expire'](tx)).toEqual({ dismissed: 1, nextAt: null })
    expect(own()).toMatchObject({ state: 'dismissed', closed_at: testNow + undoDismissMs })
    expect(undo).toThrow(expect.objectContaining({ data: { code: 'proposalClosed', details: here('dismissed') } }))
    expect(() => proposalWrites['proposals.dismiss'](tx, { proposal })).toThrow('proposalClosed')
  })

  it('stays dismissed soon where the clock was set back meanwhile', () => {
    const { tx, own, undo, at } = openDismissed()
    at(-1440)
    expect(proposalWrites['proposals.expire'](tx)).toMatchObject({ dismissed: 1 })
    expect(own()).toMatchObject({ state: 'dismissed' })
    expect(undo).toThrow('proposalClosed')
  })

  it('does not come back after its program took it back', () => {
    const { tx, program, proposal, own, undo } = openDismissed()
    proposalWrites['proposals.withdraw'](tx, { program, proposal })
    expect(own()).toMatchObject({ state: 'withdrawn' })
    expect(undo).toThrow(expect.objectContaining({ data: { code: 'proposalClosed', details: here('withdrawn') } }))
  })

  it('stays dismissed where its own time ends first, and cannot be sent meanwhile', () => {
    const { tx, propose, program, at } = open()
    const proposal = propose('200', 'At noon', 5_000)
    proposalWrites['proposals.dismiss'](tx, { proposal })
    expect(() => proposalWrites['proposals.approve'](tx, { isGranted: false, proposal })).toThrow('proposalClosed')
    at(6 / 60)
    expect(() => proposalWrites['proposals.undoDismiss'](tx, { proposal })).toThrow(
      expect.objectContaining({ data: { code: 'proposalClosed', details: here('expired') } }),
    )
    proposalWrites['proposals.expire'](tx)
    expect(proposalReads['proposals.own'](tx, { program, proposal })).toMatchObject({ state: 'dismissed' })
  })
})

describe('a proposal of a program', () => {
  const given = { sendId: 'proposal-1', chatId: '200', text: 'At noon', reason: 'asked', lifetimeMs: minuteMs }

  it('is the same for the same words and reason, and another one under its sendId is refused', () => {
    const { tx, program, instance } = open()
    const add = (more: object = {}) => proposalWrites['proposals.add'](tx, { program, instance, ...given, ...more })
    const first = add()
    expect(first).toMatchObject({ kind: 'proposed', isNew: true })
    expect(add()).toEqual({ ...first, isNew: false })
    for (const other of [{ text: 'At one' }, { reason: '' }, { chatId: '300' }, { lifetimeMs: 1 }])
      expect(add(other)).toEqual({ kind: 'refused', code: 'sendIdReused' })
    expect(() => add({ sendId: 'proposal-2', reason: 'half \ud800' })).toThrow('textBroken')
  })

  it('is one of 500 at most that wait', () => {
    const { tx, program, instance } = open()
    const add = (n: number) =>
      proposalWrites['proposals.add'](tx, { program, instance, ...given, sendId: `proposal-${n}` }).kind
    expect(Array.from({ length: 501 }, (_, n) => add(n)).indexOf('refused')).toBe(500)
  })

  it('is nothing to another program', () => {
    const { tx, program, propose } = open()
    const proposal = propose('200', 'At noon')
    const other = (program + 1) as typeof program
    const withdraw = (by: typeof program) => proposalWrites['proposals.withdraw'](tx, { program: by, proposal })
    expect(() => withdraw(other)).toThrow('notFound')
    expect(proposalReads['proposals.own'](tx, { program: other, proposal })).toBeNull()
    expect(withdraw(program)).toBe(true)
  })

  it('is over at its time, not after it', () => {
    const { tx, propose, at } = open()
    const proposal = propose('200', 'At noon', minuteMs)
    at(1)
    expect(() => proposalWrites['proposals.approve'](tx, { isGranted: false, proposal })).toThrow('proposalClosed')
  })

  it('counts as edited where a person changed its words, not where they are sent as they were', () => {
    const { tx, program, propose } = open()
    const approved = (text: string) => {
      const proposal = propose('200', 'At noon')
      proposalWrites['proposals.approve'](tx, { isGranted: false, proposal, text })
      return proposalReads['proposals.own'](tx, { program, proposal })?.edited
    }
    expect([approved('At noon'), approved('At one')]).toEqual([0, 1])
  })
})

describe('a proposal that is closed', () => {
  it('is forgotten after a month, what a colleague sent of it only with its message', () => {
    const { tx, instance, chat, give, text, propose, at } = open()
    const [sent, dismissed] = [propose('200', 'At noon'), propose('200', 'Or never')]
    for (const proposal of [sent, dismissed]) proposalWrites['proposals.dismiss'](tx, { proposal })
    // As a desk learns from the team that a colleague sent it.
    const [message] = give('200', [text('At noon', { idMessage: 'COLLEAGUES', type: 'outgoing' })])
    if (message === undefined) throw new Error('no message')
    tx.run(`update proposal set state = 'sent' where key = ?`, [sent])
    tx.run(
      `insert into team_send (id, instance, author, state, attempt, id_message)
       select team_id, ?, 'her', 'accepted', 1, 'COLLEAGUES' from proposal where key = ?`,
      [instance, sent],
    )
    const known = () => tx.all<{ key: ProposalKey }>('select key from proposal order by key').map(({ key }) => key)
    at(31 * 1440)
    const waiting = propose('300', 'Today')
    expect(known()).toEqual([sent, waiting])
    expect(messageReads['messages.details'](tx, { message })).toMatchObject({
      message: { chat: chat('200'), program: { how: 'proposed', name: 'Order bot' } },
      program: { sendId: 'proposal-1', proposal: { text: 'At noon', isEdited: false } },
    })
    tx.run('delete from message where key = ?', [message])
    expect(known()).toEqual([waiting])
  })
})

describe('a proposal in the list of chats', () => {
  it('moves its chat up as a draft does, until a message is newer or it is closed', () => {
    const { tx, propose, list, titles, chat, at, give, text } = open()
    expect(titles()).toEqual(['Bob', 'Ann'])
    at(1)
    const key = propose('200', 'At noon')
    expect(titles()).toEqual(['Ann', 'Bob'])
    expect(list().rows.map(({ proposal }) => proposal?.text ?? null)).toEqual(['At noon', null])
    expect(chatReads['chats.details'](tx, { chat: chat('200') }).at).toBe(testNow + minuteMs)
    give('300', [text('Hello?', { senderId: '300', timestamp: testSeconds + 120 })])
    expect(titles()).toEqual(['Bob', 'Ann'])
    proposalWrites['proposals.dismiss'](tx, { proposal: key })
    expect(chatReads['chats.details'](tx, { chat: chat('200') }).at).toBe(testNow - 2 * minuteMs)
  })

  it('is the newest of its chat, and falls back when it expires', () => {
    const { tx, propose, chat, at, titles } = open()
    propose('200', 'At noon', minuteMs)
    at(0.5)
    propose('200', 'Or later', minuteMs)
    const row = () => chatReads['chats.details'](tx, { chat: chat('200') })
    expect(titles()).toEqual(['Ann', 'Bob'])
    at(3)
    proposalWrites['proposals.expire'](tx)
    expect(titles()).toEqual(['Bob', 'Ann'])
    expect(row().at).toBe(testNow - 2 * minuteMs)
  })
})

describe('a proposal of the team', () => {
  it('is sent by who got it from the team, whatever was known of a colleague before', () => {
    const { tx, program, propose } = open()
    const proposal = propose('200', 'At noon')
    tx.run(`insert into team_member (desk, name) values ('hers', 'Yara')`)
    tx.run(`update proposal set state = 'dismissed', closed_at = 1, closed_by = 'hers' where key = ?`, [proposal])
    const own = () => proposalReads['proposals.own'](tx, { program, proposal })
    expect(own()).toMatchObject({ state: 'dismissed', closed_by_name: 'Yara' })
    expect(() => proposalWrites['proposals.approve'](tx, { isGranted: false, proposal })).toThrow('proposalClosed')
    proposalWrites['proposals.approve'](tx, { isGranted: true, proposal })
    expect(own()).toMatchObject({ state: 'sent', closed_by_name: null })
  })

  /** Takes a proposal of a colleague's program that the team has. */
  const takeShared = (
    { tx }: ReturnType<typeof open>,
    chatId: string,
    n: number,
    instances: readonly { readonly key: InstanceKey; readonly shared: SharedInstanceId }[],
  ) => {
    const body = { programId: 'abcdefgh', programName: 'Order bot', sendId: `order-${n}`, text: 'At noon' }
    const id = programSendId(programSendKey({ id: body.programId }, body.sendId))
    const row = {
      ...{ id, instance: 1 as SharedInstanceId, chatId, body: JSON.stringify({ ...body, reason: '', quotedId: null }) },
      ...({ inputHash: 'x', state: 'open', edited: false, claimedBy: null, claimedForMs: 0, closedBy: null } as const),
      ...{ ageMs: 0, leftMs: 60 * minuteMs, closedMs: null, n },
    }
    const team = { desk: '', approving: [], reopened: [] }
    proposalWrites['proposals.takeShared'](tx, { rows: [row], after: 0, instances, ...team })
  }

  it('does not bring back a person who was erased here', () => {
    const archive = open()
    const { tx, instance } = archive
    const ids = [[instance, '79990001122@c.us']] as const
    rememberErased(tx, ids, { salt: 'salt', until: () => testNow })
    const take = (chatId: string, n: number) => {
      takeShared(archive, chatId, n, [{ key: instance, shared: 1 as SharedInstanceId }])
      return chatReads['chats.find'](tx, { instance, chatId })
    }
    expect(take('79990001122@c.us', 1)).toBeNull()
    expect(take('79990001133@c.us', 2)).not.toBeNull()
  })

  it('takes what was proposed before the instance was shared with this desk once it is', () => {
    const archive = open()
    const { tx, instance } = archive
    const shared = 1 as SharedInstanceId
    const cursor = (instances: readonly SharedInstanceId[]) =>
      proposalReads['proposals.sharedCursor'](tx, { instances })
    const isThere = () => chatReads['chats.find'](tx, { instance, chatId: '79990001122@c.us' }) !== null
    takeShared(archive, '79990001122@c.us', 7, [])
    expect([isThere(), cursor([]), cursor([shared])]).toEqual([false, 7, 0])
    takeShared(archive, '79990001122@c.us', 7, [{ key: instance, shared }])
    expect([isThere(), cursor([]), cursor([shared]), cursor([shared, 2 as SharedInstanceId])]).toEqual([true, 7, 7, 0])
  })
})
