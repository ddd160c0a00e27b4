import type { SharedCursor, SharedLetter, SharedWebhook, SharedWebhooks } from '../../core/sharing/shared-webhooks.ts'
import { TeamError } from '../../core/sharing/team-error.ts'
import type { Row } from '../row-values.ts'
import type { TeamConnection } from '../team-connection.ts'

/** PostgreSQL keeps no NUL in a text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** The calls for webhooks. `self`: the placeholder for this desk. */
export function webhookCalls({
  query,
  self,
  mayReadSecrets,
}: {
  readonly query: TeamConnection['query']
  readonly self: symbol
  readonly mayReadSecrets: () => boolean
}): Omit<SharedWebhooks, 'webhooksOn'> {
  const call = async <Value>(text: string, values: readonly unknown[]): Promise<Value> => {
    const [row] = await query<{ value: Value }>(`select ${text} as value`, [...values])
    if (row === undefined) throw new TeamError({ kind: 'failed', code: 'noRow' })
    return row.value
  }
  return {
    webhooks: () =>
      query<Row<SharedWebhook>>(
        'select id, name, settings, secret_id as "secretId", state, round, version, n from switchboard.webhook order by n',
      ),
    async webhookSecret(id) {
      if (!mayReadSecrets()) return null
      const [row] = await query<{ secret: string | null }>('select secret from switchboard.webhook where id = $1', [id])
      return row?.secret ?? null
    },
    webhookCursors: () => query<Row<SharedCursor>>('select webhook, instance, n from switchboard.webhook_cursor'),
    webhookLetters: (id) =>
      query<Row<SharedLetter>>(
        `select instance, entry, n, tries, first_failed_at as "firstFailedAt", trouble, is_replaying as "isReplaying"
             from switchboard.dead_letter where webhook = $1 order by n`,
        [id],
      ),
    putWebhook: ({ id, name, settings, secret, secretId, base, check, from }) =>
      call('switchboard.put_webhook($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        ...[id, withoutNul(name), settings === null ? null : withoutNul(settings), secret, secretId],
        ...[base, check, from, self],
      ]),
    setWebhookState: (id, state, base) =>
      call('switchboard.set_webhook_state($1, $2, $3, $4)', [id, state, base, self]),
    seekWebhook: (id, from) => call('switchboard.seek_webhook($1, $2, $3)', [id, from, self]),
    askLetters: (id, entries, how) =>
      call('switchboard.ask_letters($1, $2, $3, $4)', [id, entries, how === 'skip', self]),
    async switchWebhooks(on) {
      await call('switchboard.switch_webhooks($1, $2)', [on, self])
    },
    advanceCursor: ({ webhook, instance, epoch, from, to, link, letters }) =>
      call('switchboard.advance_cursor($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[webhook, instance, epoch, from, to, link],
        JSON.stringify(
          letters.map(({ firstFailedAt, trouble, ...letter }) => ({
            ...letter,
            first_failed_at: firstFailedAt,
            trouble: withoutNul(trouble),
          })),
        ),
        self,
      ]),
    settleLetter: ({ webhook, instance, epoch }, { entry, isDelivered, tries, trouble }) =>
      call('switchboard.settle_letter($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[webhook, instance, epoch, entry, isDelivered, tries, withoutNul(trouble), self],
      ]),
  }
}
