import type { ChatKey, InstanceKey } from '../../src/contract/ids.ts'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import type { TestCore } from '../../src/core/testing/start-test-core.ts'
import type { Machine } from '../machine/machine.ts'
import { openChat } from './person.ts'
import type { Computer } from './computer.ts'

export const passphrase = 'a phrase that the team knows'

/** The instance of the team, and what persons say to each other about it. */
export interface Shared {
  /** As the service's console shows it now. */
  token(): string
  /** The desk that shares it where it is not shared; null while one receives alone on purpose. */
  sharer: number | null
}

interface ColleagueOptions {
  readonly machine: Machine
  readonly computer: Computer
  readonly index: number
  readonly address: TeamAddress
  readonly shared: Shared
  /** Called once the desk has the team's instance. */
  readonly onReady: (app: TestCore) => Promise<void>
  /** The desk has left the team, or receives alone. */
  readonly onApart: () => void
}

/** The person at a desk, as a member of the team: joins, shares the instance, and works with the others. */
export function createColleague({ machine, computer, index, address, shared, onReady, onApart }: ColleagueOptions) {
  /** Its id in the team, as this desk says it. */
  let desk: string | null = null
  let isReady = false
  /** It left on purpose. */
  let isOut = false
  /** A renewal was begun, and nobody knows whether its token came. */
  let mayLackToken = false
  /** The token is renewed once the instance is shared again. */
  let isRenewedNext = false
  let attempts = 0
  const act = (label: string, run: (app: TestCore) => Promise<unknown>) =>
    computer.inProcess(label, (app) => {
      run(app).catch((error: unknown) => machine.noteRefusal(label, error))
    })
  const instanceOf = async (app: TestCore): Promise<InstanceKey> => {
    const [row] = await app.call('instances.list', {})
    if (row === undefined) throw new Error('The desk has no instance yet.')
    return row.key
  }
  const entersToken = async (app: TestCore, instance: InstanceKey) => {
    await app.call('instances.setToken', { instance, token: shared.token(), storeToken: true })
  }
  const renew = async (app: TestCore, instance: InstanceKey) => {
    const [row] = await app.call('instances.list', {})
    if (row?.connection.kind === 'wrongToken') throw new Error('The token that is to be renewed does not work.')
    mayLackToken = true
    await app.call('account.changeToken', { instance })
    mayLackToken = false
  }
  const join = async (app: TestCore) => {
    const before = await app.call('team.status', {})
    if (before.kind === 'none') {
      if (isOut) return
      await app.call('team.join', { ...address, name: `Desk ${index}`, passphrase })
    }
    const status = await app.call('team.status', {})
    if (status.kind !== 'joined') throw new Error(`The desk is ${status.kind}.`)
    desk = status.desk
    const [row] = await app.call('instances.list', {})
    if (status.instances.length === 0 && shared.sharer === index && row !== undefined) {
      await entersToken(app, row.key)
      await app.call('team.share', { instance: row.key })
      if (isRenewedNext) await renew(app, row.key)
      isRenewedNext = false
    } else if (status.instances.length === 0 && !isReady) throw new Error('The team has no instance yet.')
    if (mayLackToken && row?.connection.kind === 'wrongToken') {
      await entersToken(app, row.key)
      mayLackToken = false
    }
    if (isReady) return
    await onReady(app)
    isReady = true
  }
  const goOn = () => {
    const attempt = (attempts += 1)
    act('joins', async (app) => {
      try {
        await join(app)
      } catch (error) {
        machine.schedule(2_000, machine.script, 'joins again', () => {
          if (attempt === attempts) goOn()
        })
        throw error
      }
    })
  }
  return {
    id: () => desk,
    /** Whether it has the team's instance. */
    isReady: () => isReady,
    /** The program is there again. */
    goOn,
    assigns: (chatId: string, to: { id(): string | null } | null) =>
      act(`assigns ${chatId}`, async (app) => {
        const id = to?.id() ?? null
        if (to !== null && id === null) return
        await app.call('team.assign', { ...(await openChat(app, chatId)), desk: id })
      }),
    writesNote: (chatId: string, text: string) =>
      act(`writes ${text}`, async (app) => app.call('notes.add', { ...(await openChat(app, chatId)), text })),
    labels: (chatId: string, name: string, on: boolean) =>
      act(`labels ${chatId}`, async (app) => {
        const { chat } = await openChat(app, chatId)
        const known = (await app.call('labels.list', {})).find((label) => label.name === name)
        const { key } = known ?? (await app.call('labels.save', { name }))
        await app.call('labels.set', { chat, label: key, on })
      }),
    leaves(awayMs: number) {
      isOut = true
      act('leaves', async (app) => {
        await app.call('team.leave', { erase: false })
        desk = null
        onApart()
      })
      machine.schedule(awayMs, machine.script, 'is to join again', () => {
        isOut = false
        goOn()
      })
    },
    unshares(aloneMs: number, renews: boolean) {
      act('takes the instance out of the team', async (app) => {
        await app.call('team.unshare', { instance: await instanceOf(app) })
        onApart()
      })
      shared.sharer = null
      machine.schedule(aloneMs, machine.script, 'is to share it again', () => {
        shared.sharer = index
        isRenewedNext = renews
        goOn()
      })
    },
    renews: () => act('renews the token', async (app) => renew(app, await instanceOf(app))),
    /** Looks at these chats: their histories have what an echo lacks. */
    opens: (chats: readonly ChatKey[]) =>
      act('opens chats', async (app) => Promise.all(chats.map((chat) => app.call('history.refresh', { chat })))),
    handsOver: (to: { id(): string | null }) =>
      act('hands over', async (app) => {
        const id = to.id()
        if (id !== null) await app.call('team.handOver', { instance: await instanceOf(app), desk: id })
      }),
  }
}
