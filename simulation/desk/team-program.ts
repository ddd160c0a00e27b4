import type { ProgramDesk } from '../../src/core/programs/desk/program-desk.ts'
import type { TestCore } from '../../src/core/testing/start-test-core.ts'
import type { Machine } from '../machine/machine.ts'
import { idInstance, type Computer } from './computer.ts'

/** What the program does of one desk. */
export interface ProgramPlace {
  readonly computer: Computer
  /** Null: no program may connect. */
  readonly programs: () => ProgramDesk | null
}

const everything = { scope: null, order: 'expiresFirst', offset: 0, limit: 200 } as const
const shared = { from: null, keyExpiresAt: null, readWhenWritten: false, authorization: '', ofTeam: true } as const
const all = { instances: null, kinds: null, labels: null, groups: true } as const

/**
 * The customer's programs beside a team: one proposes messages at whatever desk, and persons decide; the other is a
 * webhook, which the desk that receives delivers to.
 */
export function createTeamProgram(machine: Machine) {
  /** By its text, which is its sendId. */
  const proposed = new Map<string, { readonly chatId: string; isAnswered: boolean }>()
  let key: string | null = null
  /** When the webhook was there, epoch ms. */
  let since = Infinity
  const act = ({ computer }: ProgramPlace, label: string, run: (app: TestCore) => Promise<unknown>) =>
    computer.inProcess(label, (app) => {
      run(app).catch((error: unknown) => machine.noteRefusal(label, error))
    })
  /** What is not answered is asked again, under the same sendId. */
  const propose = (place: ProgramPlace, text: string, againMs: number) => {
    const of = proposed.get(text)
    if (of === undefined || of.isAnswered) return
    act(place, `proposes ${text}`, async () => {
      const admission = key === null ? undefined : place.programs()?.admit(key)
      if (admission?.kind !== 'admitted') return
      const input = { instanceId: idInstance, chatId: of.chatId, text, sendId: text, reason: '', expiresInHours: 168 }
      await admission.connection.call('proposeMessage', input, new AbortController().signal)
      of.isAnswered = true
    })
    const next = Math.min(againMs * 1.5, 600_000)
    machine.schedule(againMs, machine.script, `proposes ${text} again`, () => propose(place, text, next))
  }
  return {
    proposed: proposed as ReadonlyMap<string, { readonly chatId: string; readonly isAnswered: boolean }>,
    since: () => since,
    /** The administrator adds program and webhook. */
    begin: async (app: TestCore) => {
      await app.call('programs.switchTeam', { on: true })
      await app.call('programs.add', {
        ...{ ...shared, name: 'Orders', purpose: 'webhook', protocol: 'webhook' },
        scope: { ...all, kinds: ['incomingMessageReceived'] },
        webhook: { url: 'https://orders.test/', allowPrivate: false, inFlight: 4, timeoutMs: 30_000 },
      })
      const added = await app.call('programs.add', {
        ...{ ...shared, name: 'Bot', purpose: 'script', protocol: 'jsonl', scope: all, webhook: null },
        ...{ rights: ['see', 'draft'], sendLimits: { minute: 600, hour: 6000, day: 60_000 } },
      })
      key = added.key
      since = machine.epoch + machine.now
    },
    proposes(place: ProgramPlace, chatId: string, text: string) {
      proposed.set(text, { chatId, isAnswered: false })
      propose(place, text, 5_000)
    },
    /** A person sends one of the proposals that the desk shows, or takes it away. */
    decides: (place: ProgramPlace, which: number, takes: boolean) =>
      act(place, `decides on proposal ${which}`, async (app) => {
        const { rows } = await app.call('proposals.list', everything)
        const row = rows[which % Math.max(1, rows.length)]
        if (row !== undefined) await app.call(takes ? 'proposals.approve' : 'proposals.dismiss', { proposal: row.key })
      }),
  }
}
