import type { InstanceSummary } from '../../contract/instances.ts'
import type { TeamNotice } from '../../contract/team.ts'
import type { Words } from './words.ts'

/** What happened to the team's database, what it means, and what to do. */
export function teamNoticeWords(
  t: Words,
  notice: TeamNotice,
  instances: readonly Pick<InstanceSummary, 'key' | 'name'>[],
): { readonly title: string; readonly text: string } {
  const names = instances.flatMap(({ key, name }) => (notice.instances.includes(key) ? [name] : [])).join(', ')
  return { title: t('teamNotice.missing', { names }), text: t('teamNotice.missingText') }
}
