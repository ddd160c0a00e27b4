import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { createSingleFlight } from '../base/single-flight.ts'
import type { MediaService } from '../media/create-media.ts'
import type { AdministrationBase } from './administration-base.ts'
import type { StoryRecord } from '../../api/schema/story.ts'
import type { Story, StoryKind } from '../../contract/service-chat.ts'
import { serviceTime } from '../messages/archive/rules/position.ts'
import { nameFromId } from '../reading/rules/identity.ts'

export type StoryCalls = CallsOf<'stories'>

type Deps = Pick<AdministrationBase, 'instances'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
  readonly media: Pick<MediaService, 'fetchFile'>
}

/** So many of the newest stories are shown. */
const mostStories = 500
const minutesPerDay = 1440

/** Stories of contacts: read when a person asks, shown in a list of their own, and never stored as messages. */
export function createStories({ instances, singleFlight, media }: Deps): Pick<CoreHandlers, StoryCalls> {
  /** Links of the files of each instance's latest list, by the story's id. Links stay out of the window. */
  const links = new Map<InstanceKey, ReadonlyMap<string, string>>()

  return {
    'stories.read': ({ instance: key, days }) =>
      singleFlight(`${key} stories.read`, { days }, async () => {
        const run = runOf(instances, key)
        const options = { priority: 'view', purpose: 'stories.read', signal: run.signal } as const
        const answer = await run.optional.ask('getIncomingStatuses', { minutes: days * minutesPerDay }, options)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        const records = answer.value.items
          .map(({ value }) => value)
          .toSorted((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0))
          .slice(0, mostStories)
        const stories = new Map(records.map((record) => [record.idMessage, { record, story: presentStory(record) }]))
        links.set(key, new Map([...stories.values()].map(({ record, story }) => [story.id, record.downloadUrl ?? ''])))
        return [...stories.values()].map(({ story }) => story)
      }),

    async 'stories.fetch'({ instance: key, story }, { signal }) {
      const url = links.get(key)?.get(story) ?? ''
      if (url === '') throw new ContractError('notFound')
      return media.fetchFile(key, url, signal)
    },
  }
}

const kinds: ReadonlyMap<string, StoryKind> = new Map([
  ['textMessage', 'text'],
  ['extendedTextMessage', 'text'],
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['deletedMessage', 'deleted'],
])

/** Longest texts that the window is given: a story of the messenger is shorter. */
const longest = { id: 200, name: 200, text: 4000, type: 100, thumbnail: 200_000 }

/** A story as the window shows it. Strangers wrote each field. */
function presentStory(record: StoryRecord): Story {
  const type = record.typeMessage ?? ''
  const kind = kinds.get(type) ?? 'other'
  const person = record.senderId ?? record.chatId ?? ''
  const text = [record.extendedTextMessage?.text, record.textMessage, record.caption].find(Boolean) ?? ''
  const background = record.extendedTextMessage?.backgroundColor ?? ''
  const thumbnail = record.jpegThumbnail ?? ''
  return {
    id: record.idMessage.slice(0, longest.id),
    kind,
    type: type.slice(0, longest.type),
    at: serviceTime(record.timestamp),
    person: {
      id: person.slice(0, longest.id),
      name: (record.senderContactName || record.senderName || nameFromId(person)).slice(0, longest.name),
    },
    text: kind === 'deleted' ? '' : text.slice(0, longest.text),
    background: /^#[\da-f]{6}$/iu.test(background) ? background.toLowerCase() : null,
    thumbnail: thumbnail.length <= longest.thumbnail ? thumbnail : '',
    hasFile: kind !== 'deleted' && (record.downloadUrl ?? '') !== '',
  }
}
