import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey, ProposalKey } from '../contract/ids.ts'
import { answering } from './testing/answering.ts'
import { undoDismissMs } from '../contract/values.ts'
import { createSystemClock } from '../core/base/system-clock.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createOpenDesks, teamProgram, type OpenDesk } from './testing/program-desks.ts'
import { runQuery } from './testing/team-database.ts'

const proposed = { sendId: 'answer-17', text: 'It is ready.', reason: 'Order 17', expiresInHours: 168 }

const rowsAt = async (desk: OpenDesk) =>
  (await desk.call('proposals.list', { scope: null, order: 'expiresFirst', offset: 0, limit: 200 })).rows
/** The colleague who has the first one open. */
async function claimedBy(desk: OpenDesk): Promise<string | null | undefined> {
  const [row] = await rowsAt(desk)
  if (row === undefined) return undefined
  return (await desk.call('proposals.shown', { chat: row.chat.key, proposal: row.key })).shown?.proposal.claimedBy
}
async function proposalAt(desk: OpenDesk, text = proposed.text): Promise<ProposalKey> {
  const row = await desk.waitFor('the proposal is there', async () =>
    (await rowsAt(desk)).find((one) => one.text === text),
  )
  return row.key
}
async function sceneOfTwo(options: Parameters<typeof createOpenDesks>[1] = {}) {
  const scene = await createOpenDesks(['Anna'], options)
  const [second] = scene.others
  if (second === undefined) throw new Error('There is one desk.')
  return { ...scene, second, key: await scene.addProgram() }
}

test('a proposal is at all desks, one person sends it, and the program is told who', async () => {
  const { first, second, key, address, taken } = await sceneOfTwo()
  const { value } = await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const there = await proposalAt(second)
  await second.call('proposals.approve', { proposal: there, text: 'It is ready!' })
  await second.waitFor('it is sent', () => taken().length === 1)
  expect(taken()).toEqual(['It is ready!'])
  const answered = await first.waitFor('the program is told', async () => {
    const { value: now } = await first.ask(key, 'getProposal', { proposalId: value.id })
    return now.state === 'sent' && now.messageId !== null && now.closedBy === 'Anna' ? now : null
  })
  expect(answered).toMatchObject({ edited: true })
  expect(await rowsAt(first)).toEqual([])
  // The desk of the program sees of its colleague's message what became of the proposal.
  const message = Number(answered.messageId) as MessageKey
  const details = await first.waitFor('its message says so', async () => {
    const found = await first.call('messages.details', { message })
    return found.message.program === null ? null : found
  })
  expect(details.message).toMatchObject({ author: { name: 'Anna' }, program: { how: 'proposed' } })
  expect(details.program).toMatchObject({
    sendId: proposed.sendId,
    proposal: { text: proposed.text, reason: proposed.reason, isEdited: true },
  })
  // The same, asked at the other desk.
  const again = await second.ask(key, 'proposeMessage', { ...address, ...proposed })
  expect(again).toMatchObject({ isNew: false, value: { state: 'sent' } })
})

test('of two people who send one proposal at the same moment one sends, and the other is told who did', async () => {
  const { first, second, key, address, taken } = await sceneOfTwo()
  for (let round = 0; round < 5; round++) {
    const text = `text ${round}`
    await first.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: `answer-${round}`, text })
    const [here, there] = [await proposalAt(first, text), await proposalAt(second, text)]
    const ends = await Promise.allSettled([
      first.call('proposals.approve', { proposal: here }),
      second.call('proposals.approve', { proposal: there }),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    expect(refused).toMatchObject({
      data: {
        code: 'proposalClosed',
        details: { state: 'sent', from: 'colleague', by: expect.stringMatching(/Yara|Anna/) },
      },
    })
    await first.waitFor('it is sent', () => taken().length === round + 1)
  }
  expect(taken().toSorted()).toEqual(Array.from({ length: 5 }, (_, round) => `text ${round}`))
})

test('whoever opens a proposal has it, until it is released or taken over', async () => {
  const { first, second, key, address } = await sceneOfTwo()
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const [here, there] = [await proposalAt(first), await proposalAt(second)]
  await second.call('proposals.claim', { proposal: there, take: false })
  await first.waitFor('a colleague has it', async () => (await claimedBy(first)) === 'Anna')
  expect(await claimedBy(second)).toBeNull()
  await expect(first.call('proposals.approve', { proposal: here })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'claimed', by: 'Anna' } },
  })
  await second.call('proposals.release', { proposal: there })
  await first.waitFor('nobody has it', async () => (await claimedBy(first)) === null)
  await second.call('proposals.claim', { proposal: there, take: false })
  await first.call('proposals.claim', { proposal: here, take: true })
  await second.waitFor('it was taken over', async () => (await claimedBy(second)) === 'Yara')
  await expect(second.call('proposals.approve', { proposal: there })).rejects.toThrow('proposalClosed')
  await first.call('proposals.approve', { proposal: here })
  await second.waitFor('it is gone', async () => (await rowsAt(second)).length === 0)
})

test('a dismissal is undone before a colleague or the program is told, and one who takes the proposal over has it', async () => {
  // The time stands still, however long this takes.
  let now = Date.now()
  const { first, second, key, address } = await sceneOfTwo({ clock: { ...createSystemClock(), now: () => now } })
  const { value } = await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const stateOf = async (proposalId: string) => (await second.ask(key, 'getProposal', { proposalId })).value.state
  const [here, there] = [await proposalAt(first), await proposalAt(second)]
  await first.call('proposals.dismiss', { proposal: here })
  await first.call('proposals.release', { proposal: here })
  expect(await rowsAt(first)).toEqual([])
  await second.waitFor('a colleague has it', async () => (await claimedBy(second)) === 'Yara')
  await expect(second.call('proposals.approve', { proposal: there })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'claimed', by: 'Yara' } },
  })
  await first.call('proposals.undoDismiss', { proposal: here })
  expect(await rowsAt(first)).toHaveLength(1)

  await first.call('proposals.dismiss', { proposal: here })
  await second.call('proposals.claim', { proposal: there, take: true })
  await first.waitFor('the colleague has it', async () => (await claimedBy(first)) === 'Anna')
  await expect(first.call('proposals.dismiss', { proposal: here })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'claimed', by: 'Anna' } },
  })
  await second.call('proposals.release', { proposal: there })

  await first.call('proposals.dismiss', { proposal: here })
  expect(await stateOf(value.id)).toBe('open')
  await first.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: 'answer-18', text: 'another' })
  now += undoDismissMs
  // What happens next ends what is over.
  await first.call('proposals.dismiss', { proposal: await proposalAt(first, 'another') })
  const textsAtSecond = async () => (await rowsAt(second)).map(({ text }) => text).join()
  await second.waitFor('the other one alone is there', async () => (await textsAtSecond()) === 'another')
  await second.waitFor('the program is told', async () => (await stateOf(value.id)) === 'dismissed')
  expect(await textsAtSecond()).toBe('another')
})

test('one that expired, or that its program took back, is sent by nobody', async () => {
  const { first, second, key, address, database, taken } = await sceneOfTwo()
  const { value } = await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const there = await proposalAt(second)
  await database.run(`update switchboard.proposal set expires_at = now() - interval '1 s'`)
  for (const [desk, proposal] of [
    [second, there],
    [first, await proposalAt(first)],
  ] as const)
    await expect(desk.call('proposals.approve', { proposal })).rejects.toMatchObject({
      data: { code: 'proposalClosed', details: { state: 'expired' } },
    })
  expect((await first.ask(key, 'getProposal', { proposalId: value.id })).value.messageId).toBeNull()
  const other = await first.ask(key, 'proposeMessage', {
    ...address,
    ...proposed,
    sendId: 'answer-18',
    text: 'another',
  })
  const open = await proposalAt(second, 'another')
  await first.ask(key, 'withdrawProposal', { proposalId: other.value.id })
  await expect(second.call('proposals.approve', { proposal: open })).rejects.toMatchObject({
    data: { code: 'proposalClosed', details: { state: 'withdrawn' } },
  })
  expect(taken()).toEqual([])
})

test('a sendId is a proposal or a message at every desk, and a desk without the database promises nothing', async () => {
  const { first, second, key, address } = await sceneOfTwo()
  // The other desk hears of them before, after, or while it is asked itself.
  for (let n = 0; n < 20; n++) {
    await first.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: `number-${n}` })
    await expect(
      second.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: `number-${n}`, text: 'Something else.' }),
    ).rejects.toMatchObject({ code: 'sendIdReused' })
  }
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  await expect(
    second.ask(key, 'sendMessage', { ...address, sendId: proposed.sendId, text: proposed.text }),
  ).rejects.toMatchObject({ code: 'sendIdReused' })
  const here = await proposalAt(second)
  await second.waitFor('all are there', async () => (await rowsAt(second)).length === 21)
  second.line.cut(true)
  await expect(
    second.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: 'answer-19' }),
  ).rejects.toMatchObject({ code: 'teamAway' })
  await expect(second.call('proposals.approve', { proposal: here })).rejects.toThrow('teamTrouble')
  expect(await rowsAt(second)).toHaveLength(21)
})

test('a sendId of another desk is refused, also where this desk tells the team of its proposals while it is asked', async () => {
  const { first, key, address, join, database, lena } = await sceneOfTwo()
  let isLate = true
  let lists = 0
  let onAdded = async () => {}
  const third = await join('Ines', 'member', {
    // The list of the team, as it was before.
    openTeam: answering((team) => ({
      async proposals(...given) {
        lists += 1
        return isLate ? [] : team.proposals(...given)
      },
    })),
    watchStore: (store) => ({
      ...store,
      async write(...given) {
        const result = await store.write(...given)
        if (given[0] === 'proposals.add') await onAdded()
        return result
      },
    }),
  })
  await third.waitFor('the key is known', () => third.admits(key))
  await third.waitFor('the question is there', async () => (await third.texts(lena.chatId)).includes('a question'))
  onAdded = async () => {
    const before = lists
    await third.waitFor('it told all that it has, and asked for the list, from the start', async () => {
      await database.run(`select switchboard.wake('proposal')`)
      return lists >= before + 2
    })
  }
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  await expect(
    third.ask(key, 'proposeMessage', { ...address, ...proposed, text: 'Something else.' }),
  ).rejects.toMatchObject({ code: 'sendIdReused' })
  isLate = false
  await database.run(`select switchboard.wake('proposal')`)
  await proposalAt(third)
  expect(await rowsAt(third)).toMatchObject([{ text: proposed.text }])
})

test('what ended between the team and the outbox is open again, and goes once', async () => {
  // The first time that a desk asks for it the database is not reached.
  let fails = true
  const { first, second, key, address, database, taken } = await sceneOfTwo({
    openTeam: answering((team) => ({
      async actOnProposals(...given) {
        if (given[1] !== 'reopen' || !fails) return team.actOnProposals(...given)
        fails = false
        throw new TeamError({ kind: 'unreachable', code: 'cut' })
      },
    })),
  })
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  await proposalAt(second)
  // As a kill leaves it: the team has it as sent by the second desk, which wrote no message.
  const [desk] = await database.run(`select id from switchboard.member where name = 'Anna'`)
  await database.run(
    `update switchboard.proposal set state = 'sent', closed_at = now(), closed_by = '${String(desk?.['id'])}', n = n + 1`,
  )
  await second.waitFor('it is open again', async () => {
    await database.run(`select switchboard.wake('proposal')`)
    const [row] = await database.run('select state from switchboard.proposal')
    return row?.['state'] === 'open' && (await rowsAt(first)).length === 1
  })
  await first.call('proposals.approve', { proposal: await proposalAt(first) })
  await first.waitFor('it is sent', () => taken().length === 1)
  expect(taken()).toEqual([proposed.text])
})

test('a proposal that is open again is sent by who has it, though its desk hears only then that a colleague had sent it', async () => {
  const [read, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  let onGiven = async () => {}
  const { first, others, addProgram, address, database, taken, join } = await createOpenDesks(['Anna'], {
    openTeam: answering((team) => ({
      async actOnProposals(...given) {
        if (given[1] === 'reopen') await read.promise
        return team.actOnProposals(...given)
      },
    })),
  })
  const [second] = others
  if (second === undefined) throw new Error('There is one desk.')
  const key = await addProgram()
  const third = await join('Ines', 'member', {
    openTeam: answering((team) => ({
      // What the database said of it at first comes late.
      async proposals(...given) {
        const rows = await team.proposals(...given)
        if (!isHeld || rows.every(({ state }) => state !== 'sent')) return rows
        read.resolve()
        await release.promise
        return rows
      },
      async actOnProposals(...given) {
        const acted = await team.actOnProposals(...given)
        if (given[1] === 'sent') await onGiven()
        return acted
      },
    })),
  })
  // Also where this fails: desks that end wait for these answers.
  onTestFinished(() => [read, release].forEach(({ resolve }) => resolve()))
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const proposal = await proposalAt(third)
  // A desk that first hears of it as sent leaves it so: an archive of before its message may have come back to it.
  await proposalAt(second)
  isHeld = true
  // As a kill leaves it: the team has it as sent by the second desk, which wrote no message.
  const [desk] = await database.run(`select id from switchboard.member where name = 'Anna'`)
  await database.run(`begin;
    update switchboard.proposal set state = 'sent', closed_at = now(), closed_by = '${String(desk?.['id'])}', n = n + 1;
    select switchboard.wake('proposal'); commit`)
  await read.promise
  await second.waitFor('it is open again', async () => {
    const [row] = await database.run('select state from switchboard.proposal')
    return row?.['state'] === 'open'
  })
  onGiven = async () => {
    release.resolve()
    await third.waitFor('it hears of it', async () => (await rowsAt(third)).length === 0)
  }
  await third.call('proposals.approve', { proposal })
  await third.waitFor('it is sent', () => taken().length === 1)
  expect(taken()).toEqual([proposed.text])
})

test('a member who enters proposals without end fills the part of one desk, and the others go on', async () => {
  const { first, second, database, account, lena } = await sceneOfTwo()
  const { id, address, team: attacker } = await database.desk('Mallory')
  const shared = (await attacker.instances()).find(({ idInstance }) => idInstance === account.idInstance)
  if (shared === undefined) throw new Error('There is no instance.')
  const outcomes = await runQuery(
    address,
    `select outcome, count(*)::int as count from (select switchboard.put_proposal(gen_random_uuid(), ${shared.id},
       '${lena.chatId}', json_build_object('n', n, 'text', repeat('x', 1000))::text, 'x', 60000, '${id}') as outcome
       from generate_series(1, 2050) n) each group by outcome order by outcome`,
  )
  expect(outcomes).toEqual([
    { outcome: 'done', count: 2000 },
    { outcome: 'full', count: 50 },
  ])
  // Of a program that nobody can have made: no desk shows them, and each goes on.
  await second.waitFor(
    'all are read',
    async () => (await second.store.read('proposals.sharedCursor', { instances: [] })) >= 2000,
  )
  for (const desk of [first, second]) expect(await rowsAt(desk)).toEqual([])
})

test('what a colleague has just sent is not taken back, and the program is told so before its desk hears of it', async () => {
  const { first, key, address, database } = await sceneOfTwo()
  const { value } = await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const read = async () => (await first.store.read('proposals.sharedCursor', { instances: [] })) > 0
  await first.waitFor('its own entry was read', read)
  // Without a wake-up, as where one is lost.
  await database.run(`update switchboard.proposal set state = 'sent', closed_at = now(), n = n + 1,
    closed_by = gen_random_uuid()`)
  await expect(first.ask(key, 'withdrawProposal', { proposalId: value.id })).rejects.toMatchObject({
    data: { code: 'proposalClosed' },
  })
  expect(await first.ask(key, 'getProposal', { proposalId: value.id })).toMatchObject({ value: { state: 'sent' } })
})

test('of two windows of a desk that send a proposal at the same moment one sends, and it is offered to nobody again', async () => {
  const acts: string[] = []
  const { first, key, address, taken } = await sceneOfTwo({
    openTeam: answering((team) => ({
      actOnProposals(...given) {
        acts.push(given[1])
        return team.actOnProposals(...given)
      },
    })),
  })
  await first.ask(key, 'proposeMessage', { ...address, ...proposed })
  const proposal = await proposalAt(first)
  const ends = await Promise.allSettled([0, 1].map(() => first.call('proposals.approve', { proposal })))
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await first.waitFor('it is sent', () => taken().length === 1)
  expect(acts).not.toContain('reopen')
})

test('a proposal that the team’s database refuses ends, and holds up no other one', async () => {
  const { first, second, address, database } = await sceneOfTwo()
  await database.run(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise check_violation; end $$;
    create trigger refuse before insert on switchboard.proposal for each row
      when (new.body like '%no room%') execute function public.refuse()`)
  const { key } = await first.call('programs.add', teamProgram({ name: 'Bot', ofTeam: false }))
  if (key === null) throw new Error('The program has no key.')
  const refused = await first.ask(key, 'proposeMessage', { ...address, ...proposed, text: 'no room' })
  await first.ask(key, 'proposeMessage', { ...address, ...proposed, sendId: 'answer-18' })
  await proposalAt(second)
  const { value } = await first.ask(key, 'getProposal', { proposalId: refused.value.id })
  expect(value.state).toBe('withdrawn')
  expect(await rowsAt(first)).toHaveLength(1)
})
