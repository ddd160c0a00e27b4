import { ContractError } from '../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { OperationName } from '../../api/operations.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import { groupRights, settableRights } from '../../contract/values.ts'
import { groupIdOf } from '../messages/archive/rules/chat-id.ts'
import { groupRightField } from '../../api/schema/group.ts'
import type { AdministrationBase } from './administration-base.ts'
import type { DirectoryService } from '../directory/create-directory.ts'
import type { GroupChange } from '../directory/rules/stored-group.ts'
import { ownIdOf } from '../messages/rules/own-ids.ts'
import { replyOf, requireDone, type createSingleFlight } from '../base/single-flight.ts'
import { readPicture } from './picture.ts'

export type GroupCalls =
  | 'groups.list'
  | 'groups.create'
  | 'groups.rename'
  | 'groups.setPicture'
  | 'groups.setSettings'
  | 'groups.add'
  | 'groups.removePerson'
  | 'groups.setAdmin'
  | 'groups.leave'

/** Least time between new groups, or the account risks a block (service 11.6), ms. */
const createAgainMs = 300_000
/** The names under which the service answers with true or false. */
const fieldOf: Readonly<Partial<Record<OperationName, string>>> = {
  addGroupParticipant: 'addParticipant',
  removeGroupParticipant: 'removeParticipant',
}

type Deps = Pick<AdministrationBase, 'instances' | 'store' | 'clock' | 'emit'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
  readonly directory: Pick<DirectoryService, 'refreshGroup' | 'refreshAvatar'>
}

interface Group {
  readonly run: InstanceRun
  readonly groupId: string
}

/**
 * Groups are made and changed while the person waits, each change once; a 200 with false is a refusal (service 11.6).
 */
export function createGroups({
  instances,
  store,
  clock,
  emit,
  singleFlight,
  directory,
}: Deps): Pick<CoreHandlers, GroupCalls> {
  /** When a group was asked for last, granted or not. The service counts on while the program is off. */
  const createdAt = (key: InstanceKey) => `groups.createdAt ${key}`
  const nextAt = async (key: InstanceKey): Promise<number | null> => {
    const createdGroups = await store.read('preferences.get', { name: createdAt(key) })
    if (createdGroups === null) return null
    const waitMs = Number(createdGroups) + createAgainMs - clock.now()
    // Longer than that was written by a clock that was ahead.
    return waitMs > 0 && waitMs <= createAgainMs ? clock.now() + waitMs : null
  }
  const view = (purpose: string) => ({ priority: 'view', purpose }) as const

  const groupOf = async (chat: ChatKey): Promise<Group> => {
    const { instance, chatId, isGroup } = await store.read('directory.chat', { chat })
    if (!isGroup) throw new ContractError('notGroup')
    return { run: runOf(instances, instance), groupId: groupIdOf(chatId) }
  }
  /** Reads the group again. The answer may be minutes old (service 11.6), and a change from here outlasts it. */
  const refresh = (chat: ChatKey) => directory.refreshGroup(chat).catch(() => undefined)

  const act = (
    chat: ChatKey,
    operation: OperationName,
    input: unknown,
    ask: (group: Group) => Promise<Parameters<typeof replyOf<{ done: boolean; reason: string }>>[0]>,
    change: GroupChange | null = null,
  ) =>
    singleFlight(`${chat} group`, { operation, input }, async () => {
      const group = await groupOf(chat)
      requireDone(replyOf(await ask(group)), fieldOf[operation] ?? operation)
      if (change !== null) await store.write('directory.changeGroup', { chat, change }, { urgent: true })
      await refresh(chat)
      emit({ type: 'changed', change: { kind: 'administration', instance: group.run.key } })
    })

  return {
    'groups.list': async ({ instance }, { signal }) => ({
      groups: await store.read('administration.groups', { instance }, { signal }),
      nextAt: await nextAt(instance),
    }),

    'groups.create': ({ instance: key, name, people }) =>
      singleFlight(`${key} groups.create`, { name, people }, async () => {
        const run = runOf(instances, key)
        const next = await nextAt(key)
        if (next !== null) throw new ContractError('tooSoon', { retryAfterMs: next - clock.now() })
        if (run.optional.lacks('createGroup')) throw new ContractError('operationMissing')
        await store.write('preferences.set', { name: createdAt(key), value: String(clock.now()) }, { urgent: true })
        emit({ type: 'changed', change: { kind: 'administration', instance: key } })
        const answer = await run.optional.ask(
          'createGroup',
          { groupName: name, chatIds: people },
          view('groups.create'),
        )
        const { created, chatId = '', inviteLink } = replyOf(answer)
        if (!created) throw new ContractError('serviceRefused', { details: { text: '200 created: false' } })
        // It was made, and only the messenger shows which one it is.
        if (chatId === '') throw new ContractError('outcomeUnknown', { details: { text: '' } })
        const { chat } = await store.write('sending.openChat', { instance: key, chatId }, { urgent: true })
        const own = ownIdOf(run.instance.row()) ?? ''
        const group = {
          ...{ owner: own, subject: name, description: '', createdAt: clock.now(), inviteLink },
          size: people.length + 1,
          participants: [
            ...(own === '' ? [] : [{ chatId: own, role: 'owner' } as const]),
            ...people.map((chatId) => ({ chatId, role: 'member' }) as const),
          ],
        }
        const change = { chat, change: { kind: 'created' }, created: group } as const
        await store.write('directory.changeGroup', change, { urgent: true })
        await refresh(chat)
        return { chat }
      }),
    'groups.rename': ({ chat, name }) =>
      act(
        chat,
        'updateGroupName',
        name,
        ({ run, groupId }) => run.optional.ask('updateGroupName', { groupId, groupName: name }, view('groups.rename')),
        { kind: 'renamed', subject: name },
      ),
    async 'groups.setPicture'({ chat, picture }) {
      const file = readPicture(picture)
      await act(chat, 'setGroupPicture', picture, ({ run, groupId }) =>
        run.optional.ask('setGroupPicture', { groupId, ...file }, view('groups.setPicture')),
      )
      await directory.refreshAvatar(chat).catch(() => undefined)
    },
    'groups.setSettings': ({ chat, may }) =>
      act(chat, 'updateGroupSettings', may, ({ run, groupId }) => {
        const touched = groupRights.filter((right) => may[right] !== undefined)
        const offered = settableRights[run.instance.row().family]
        if (touched.length === 0 || touched.some((right) => !offered.includes(right)))
          throw new ContractError('badInput', { details: { fields: touched } })
        const change = Object.fromEntries(touched.map((right) => [groupRightField(right), may[right]]))
        return run.optional.ask('updateGroupSettings', { groupId, ...change } as never, view('groups.setSettings'))
      }),
    'groups.add': ({ chat, participant }) =>
      act(
        chat,
        'addGroupParticipant',
        participant,
        ({ run, groupId }) =>
          run.optional.ask('addGroupParticipant', { groupId, participantChatId: participant }, view('groups.add')),
        { kind: 'added', chatId: participant },
      ),
    'groups.removePerson': ({ chat, participant }) =>
      act(
        chat,
        'removeGroupParticipant',
        participant,
        ({ run, groupId }) =>
          run.optional.ask(
            'removeGroupParticipant',
            { groupId, participantChatId: participant },
            view('groups.remove'),
          ),
        { kind: 'removed', chatId: participant },
      ),
    'groups.setAdmin': ({ chat, participant, admin }) =>
      act(
        chat,
        admin ? 'setGroupAdmin' : 'removeAdmin',
        participant,
        ({ run, groupId }) =>
          run.optional.ask(
            admin ? 'setGroupAdmin' : 'removeAdmin',
            { groupId, participantChatId: participant },
            view('groups.setAdmin'),
          ),
        { kind: 'role', chatId: participant, role: admin ? 'admin' : 'member' },
      ),
    'groups.leave': ({ chat }) =>
      act(
        chat,
        'leaveGroup',
        null,
        ({ run, groupId }) => run.optional.ask('leaveGroup', { groupId }, view('groups.leave')),
        { kind: 'left' },
      ),
  }
}
