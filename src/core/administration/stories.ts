import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { createSingleFlight } from '../base/single-flight.ts'
import type { MediaService } from '../media/media-service.ts'
import type { AdministrationBase } from './administration-base.ts'
import { presentStory } from './rules/present-story.ts'

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
