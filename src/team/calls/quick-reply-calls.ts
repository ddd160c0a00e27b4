import type { SharedQuickReplies, SharedQuickReply } from '../../core/sharing/shared-quick-replies.ts'
import type { Row } from '../row-values.ts'
import type { TeamConnection } from '../team-connection.ts'

const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** The calls for quick replies. `self`: the placeholder for this desk. */
export function quickReplyCalls({
  query,
  self,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
}): SharedQuickReplies {
  return {
    async putQuickReply({ id, name, text, base }) {
      const values = [id, withoutNul(name), text === null ? null : withoutNul(text), base, self]
      const [reply] = await query<Row<SharedQuickReply>>(
        'select id, name, text, version from switchboard.put_quick_reply($1, $2, $3, $4, $5)',
        values,
      )
      return reply ?? null
    },
    quickReplies: (after, limit) =>
      query<Row<SharedQuickReply & { readonly n: number }>>(
        'select id, name, text, version, n from switchboard.quick_reply where n > $1 order by n limit $2',
        [after, limit],
      ),
  }
}
