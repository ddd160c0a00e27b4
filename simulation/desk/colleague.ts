import type { ChatKey, InstanceKey } from '../../src/contract/ids.ts'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import type { TestCore } from '../../src/core/testing/start-test-core.ts'
import type { Machine } from '../machine/machine.ts'
import { openChat } from './person.ts'
import { token, type Computer } from './computer.ts'

export const passphrase = 'a phrase that the team knows'

/** The person at a desk, as a member of the team: joins, shares the instance, and works with the others. */
export function createColleague(
  machine: Machine,
  computer: Computer,
  index: number,
  address: TeamAddress,
  /** Called once the desk has the team's instance. */
  onReady: (app: TestCore) => Promise<void>,
) {
  /** Its id in the team, as this desk says it. */
  let desk: string | null = null
  let isReady = false
  const act = (label: string, run: (app: TestCore) => Promise<unknown>) =>
    computer.inProcess(label, (app) => {
      run(app).catch((error: unknown) => machine.noteRefusal(label, error))
    })
  const instanceOf = async (app: TestCore): Promise<InstanceKey> => {
    const [row] = await app.call('instances.list', {})
    if (row === undefined) throw new Error('The desk has no instance yet.')
    return row.key
  }
  const join = async (app: TestCore) => {
    const before = await app.call('team.status', {})
    if (before.kind === 'none') await app.call('team.join', { ...address, name: `Desk ${index}`, passphrase })
    const status = await app.call('team.status', {})
    if (status.kind !== 'joined') throw new Error(`The desk is ${status.kind}.`)
    desk = status.desk
    if (isReady) return
    if (status.instances.length > 0) {
      await onReady(app)
      isReady = true
      return
    }
    if (index > 0) throw new Error('The team has no instance yet.')
    const instance = await instanceOf(app)
    await app.call('instances.setToken', { instance, token, storeToken: true })
    await app.call('team.share', { instance })
    await onReady(app)
    isReady = true
  }
  const goOn = () =>
    act('joins', async (app) => {
      try {
        await join(app)
      } catch (error) {
        machine.schedule(2_000, machine.script, 'joins again', goOn)
        throw error
      }
    })
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
