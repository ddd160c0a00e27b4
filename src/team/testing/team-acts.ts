import { randomUUID } from 'node:crypto'
import type { DeskId, SharedInstanceId } from '../../core/sharing/shared-ids.ts'
import type { SharedTeam, TeamAddress } from '../../core/sharing/shared-team.ts'
import { openDesk, type TeamDatabase } from './team-database.ts'

const account = {
  apiUrl: 'https://api.example.test',
  ...{ name: 'Shop', family: 'v3', prefix: '/v3', colour: 'teal', token: 'sealed' },
  ...{ countsFrom: 0, answerTargetMs: 3_600_000 },
} as const
const idInstances = ['1101', '1102'] as const
const chats = ['1@c.us', '2@c.us'] as const

/** What all desks act on: little, so that they meet. */
export interface SmallTeam {
  readonly database: TeamDatabase
  readonly random: () => number
  readonly instances: readonly SharedInstanceId[]
  readonly program: string
  readonly desks: DeskId[]
  readonly sends: string[]
  readonly proposals: string[]
  checkValue: string
  /** Ends when the owner's last month is dropped. */
  dropped: Promise<unknown>
}

/** A team of two instances, two webhooks and a program; its desks come with {@link createDesk}. */
export async function createSmallTeam(database: TeamDatabase, random: () => number): Promise<SmallTeam> {
  const { team } = await database.desk('Boss', 'administrator')
  const checkValue = 'a check value'
  await team.setCheckValue(checkValue)
  const instances: SharedInstanceId[] = []
  for (const idInstance of idInstances) instances.push(await team.putInstance({ ...account, idInstance }, checkValue))
  for (const id of [randomUUID(), randomUUID()])
    await team.putWebhook({ ...newWebhook(), id, base: 0, check: checkValue, from: null })
  const program = randomUUID()
  await team.putProgram({ ...programOf(program), base: 0 })
  return {
    database,
    random,
    instances,
    program,
    desks: [],
    sends: [],
    proposals: [],
    checkValue,
    dropped: Promise.resolve(),
  }
}

const settings = { name: 'Orders', settings: '{}' } as const
const newWebhook = () => ({ ...settings, secret: 'sealed', secretId: randomUUID() })
const programOf = (id: string) => ({ ...settings, id, keyId: 'k'.repeat(8), keyHash: 'hash', state: 'active' }) as const

type Act = () => Promise<unknown>

/** A desk, and all that it can do to its team's database, with values that are drawn anew each time. */
export async function createDesk(world: SmallTeam, isAdministrator: boolean) {
  const { database, random, instances, sends, proposals } = world
  const address: TeamAddress = await database.login(isAdministrator ? 'administrator' : 'member')
  let id: DeskId
  let team: SharedTeam
  /** The leases that it took, with their epochs, and the newest entry that it appended to each. */
  let held = new Map<SharedInstanceId, { readonly epoch: number; readonly n: number }>()
  const enter = async (desk: DeskId, takesOver: boolean) => {
    id = desk
    held = new Map()
    team = await openDesk(address, id)
    await team.beHere('Desk', takesOver)
  }
  const first = randomUUID() as DeskId
  await enter(first, false)
  world.desks.push(first)

  const chance = (share: number) => random() < share
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
  /** Some of them, in any order. */
  const some = <Value>(list: readonly Value[]) => list.filter(() => chance(0.6)).toSorted(() => (chance(0.5) ? 1 : -1))
  const one = () => pick(instances)
  const chat = () => pick(chats)
  const send = () => pick(sends.slice(-6)) ?? randomUUID()
  const newId = (list: string[]) => list[list.push(randomUUID()) - 1] ?? ''
  /** A desk that was removed sees none. */
  const webhookOf = async () => pick(await team.webhooks()) ?? { id: randomUUID(), version: 0 }
  const entry = () => ({ id: randomUUID(), raw: '{}', isJson: true, receiptId: '1', queueComplete: false })
  const message = () => ({ instance: one(), chatId: chat(), operation: 'sendMessage', request: '{}' })
  /** One note for each instance, known to all. */
  const noteOf = (instance: SharedInstanceId) => `00000000-0000-4000-8000-${String(instance).padStart(12, '0')}`

  const acts: Readonly<Record<string, Act>> = {
    takeLeases: async () => {
      for (const instance of some(instances)) {
        const epoch = await team.takeLease(instance)
        if (epoch !== null) held.set(instance, { epoch, n: 0 })
      }
    },
    renewLeases: () =>
      team.renewLeases(
        some([...held]).map(([instance, { epoch }]) => ({ instance, epoch, deletedN: 0, idle: chance(0.5) })),
      ),
    wantLease: () => team.wantLease(one()),
    leaveLeases: async () => {
      for (const [instance, { epoch }] of some([...held])) {
        held.delete(instance)
        await team.leaveLease(instance, epoch, chance(0.5) ? null : pick(world.desks), 0)
      }
    },
    append: async () => {
      for (const [instance, { epoch }] of some([...held])) {
        const appended = await team.append(instance, epoch, 0, entry())
        if (appended === null) held.delete(instance)
        else held.set(instance, { epoch, n: appended.n })
      }
    },
    enterAgain: () => team.enterAgain(one(), 0, { ...entry(), isRepeat: chance(0.5) }),
    shareWindow: () => team.shareWindow(one(), chat(), [{}]),
    setAnswerTarget: () => team.setAnswerTarget(one(), 60_000 + Math.floor(random() * 1000)),
    renewToken: () => team.renewToken(one(), randomUUID(), world.checkValue),
    shareCalls: () => team.shareCalls({ [one()]: Math.floor(random() * 1e6) }),
    assignChat: () => team.assignChat(one(), chat(), chance(0.3) ? null : pick(world.desks), pick(world.desks)),
    markChat: () => team.markChat(one(), chat(), Date.now()),
    putNote: () => {
      const instance = one()
      return team.putNote(instance, chat(), {
        ...{ id: noteOf(instance), text: randomUUID(), at: 1, editedAt: null, base: pick([0, 1, 2]) },
      })
    },
    putLabels: () =>
      team.putLabels(one(), some(chats).map((chatId) => ({ chatId, key: 'k', name: 'n', hue: 1, on: chance(0.5) }))), // prettier-ignore
    putReadMark: () => team.putReadMark(one(), chat(), Math.floor(random() * 1e6)),
    putPresence: () => team.putPresence(one(), chance(0.3) ? '' : chat(), 'reading', 60),
    putQuickReply: () =>
      team.putQuickReply({ id: noteOf(one()), name: 'n', text: randomUUID(), base: pick([0, 1, 2]) }),
    putSend: () => team.putSend({ ...message(), id: newId(sends) }, chance(0.5) ? null : { ageMs: 1 }),
    claimAndSettle: async () => {
      for (const claimed of some(sends.slice(-6))) {
        const claim = await team.claimSend(claimed, '{}')
        if (claim.outcome !== 'claimed' || chance(0.2)) continue
        const state = pick(['accepted', 'uncertain', 'queued', 'failed'] as const)
        await team.settleSend(claimed, claim.attempt, state, chance(0.3) ? null : pick(['A', 'B']), chance(0.5))
      }
    },
    settleSend: () => team.settleSend(send(), pick([0, 1]), 'accepted', pick(['A', 'B'])),
    enterSent: () => team.enterSent({ ...message(), id: chance(0.5) ? send() : randomUUID() }, 'accepted', 'A'),
    dismissSend: () => team.dismissSend(send()),
    doubtSends: () => team.doubtSends(),
    nameInFlight: () => team.nameInFlight([]),
    // As if a minute went by.
    ageSends: () =>
      database.run(`update switchboard.send s set changed_at = o.changed_at - interval '2 min'
        from (select id, changed_at from switchboard.send for update skip locked) o where o.id = s.id`),
    reserveSend: () =>
      team.reserveSend({
        ...{ id: chance(0.5) ? newId(sends) : send(), program: world.program, instance: one() },
        ...{ inputHash: 'a', limits: [1000, 1000, 1000] },
      }),
    releaseSend: () => team.releaseSend(send()),
    putProposal: () =>
      team.putProposal({
        ...{ id: newId(proposals), instance: one(), chatId: chat(), body: '{}', inputHash: 'a', lifetimeMs: 100_000 },
      }),
    actOnProposals: () =>
      team.actOnProposals(
        some(proposals.slice(-5)),
        pick(['claim', 'take', 'release', 'sent', 'dismissed', 'withdrawn', 'expired', 'reopen']),
      ),
    setWebhookState: async () => {
      const { id: webhook, version } = await webhookOf()
      await team.setWebhookState(webhook, pick(['active', 'paused', 'stopped']), version)
    },
    askLetters: async () => {
      await team.askLetters((await webhookOf()).id, null, pick(['replay', 'skip']))
    },
    advanceCursor: async () => {
      const { id: webhook } = await webhookOf()
      const cursors = await team.webhookCursors()
      for (const [instance, { epoch, n }] of held) {
        const from = cursors.find((cursor) => cursor.webhook === webhook && cursor.instance === instance)?.n ?? 0
        const [newest] = n > from ? await team.page([{ instance, n: n - 1 }], 1) : []
        if (newest === undefined) continue
        const letter = { n: newest.n, entry: newest.id, tries: 1, firstFailedAt: 1, trouble: '{}' }
        const move = { webhook, instance, epoch, from, to: newest.n, link: newest.link }
        await team.advanceCursor({ ...move, letters: chance(0.5) ? [letter] : [] })
      }
    },
    settleLetters: async () => {
      const { id: webhook } = await webhookOf()
      for (const { instance, entry: letter } of await team.webhookLetters(webhook))
        await team.settleLetter(
          { webhook, instance, epoch: held.get(instance)?.epoch ?? 0 },
          { entry: letter, tries: 2, trouble: '{}', isDelivered: chance(0.5) },
        )
    },
    beHere: () => team.beHere('Desk'),
    // A second run takes over while the first one goes on.
    takeOver: () => Promise.all([acts['renewLeases']?.(), enter(id, true)]),
    makeMonths: () => team.makeMonths(),
  }
  const ofAdministrators: Readonly<Record<string, Act>> = {
    putInstance: () => team.putInstance({ ...account, idInstance: pick(idInstances) }, world.checkValue),
    removeInstance: () => team.removeInstance(one()),
    putWebhook: async () => {
      const { id: webhook, version: base } = await webhookOf()
      await team.putWebhook({
        ...newWebhook(),
        id: webhook,
        base,
        check: world.checkValue,
        from: chance(0.5) ? 0 : null,
      })
    },
    seekWebhook: async () => team.seekWebhook((await webhookOf()).id, chance(0.5) ? 0 : null),
    switchWebhooks: () => team.switchWebhooks(chance(0.5)),
    putProgram: async () => {
      const base = pick(await team.programs())?.version ?? 0
      await team.putProgram({ ...programOf(world.program), base })
    },
    removeMember: () => team.removeMember(pick(world.desks)),
    changePassphrase: async () => {
      const check = world.checkValue
      const next = randomUUID()
      const tokens = (await team.instances()).flatMap(({ id: instance, token }) =>
        token === null ? [] : [{ id: instance, was: token, token: randomUUID() }],
      )
      const secrets = []
      for (const webhook of await team.webhooks()) {
        const was = await team.webhookSecret(webhook.id)
        if (was !== null) secrets.push({ id: webhook.id, was, secret: randomUUID() })
      }
      if ((await team.changePassphrase(check, next, tokens, secrets)) === 'done') world.checkValue = next
    },
    // A month that ended long ago, which no webhook has passed.
    dropMonths: () =>
      (world.dropped = world.dropped.then(async () => {
        await database.run(`create table switchboard.journal_202001
          partition of switchboard.journal for values from ('2020-01-01') to ('2020-02-01')`)
        await database.run(`insert into switchboard.journal (instance, n, kind, raw, is_json, hash, queue_complete, at, id)
          select instance, last_n, 'records', '{}', true, '', false, '2020-01-05', gen_random_uuid() from switchboard.lease`)
        await database.run('select switchboard.drop_months(1, true)')
      })),
  }
  return {
    acts: isAdministrator ? { ...acts, ...ofAdministrators } : acts,
    /** Comes back as a new desk, if it was removed from the team. */
    async comeBack(index: number) {
      const there = await database.run(`select from switchboard.member where id = '${id}'`)
      if (there.length > 0) return
      await enter(randomUUID() as DeskId, false)
      world.desks[index] = id
    },
  }
}
