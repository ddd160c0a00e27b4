import type { ProgramScope } from '../../../../contract/programs.ts'
import type { Program } from './program-row.ts'
import type { SqlValue } from '../../../store/tx.ts'

const incomingKinds = ['incomingMessageReceived']
const outgoingKinds = ['outgoingMessageReceived', 'outgoingAPIMessageReceived']

/** Which messages the kinds of a scope let a program read. */
export const directionsOf = ({ kinds }: ProgramScope): { readonly incoming: boolean; readonly outgoing: boolean } => ({
  incoming: kinds === null || incomingKinds.some((kind) => kinds.includes(kind)),
  outgoing: kinds === null || outgoingKinds.some((kind) => kinds.includes(kind)),
})

/**
 * Condition for chats `c` that a program may see. Chats of removed instances are in no list. One text, so that every
 * statement of it is prepared once.
 */
export const seesChat = `(:incoming or :outgoing) and (:groups or c.kind <> 'group')
  and c.instance in (select key from instance where detached_at is null
    and (:instances is null or key in (select value from json_each(:instances))))
  and (:labels is null or exists (
    select 1 from chat_label l where l.chat = c.key and l.label in (select value from json_each(:labels))))`

/** Condition for messages `m` of such a chat. */
export const seesMessage = `m.folded = 0 and m.hidden_at is null
  and ((m.direction = 'incoming' and :incoming) or (m.direction = 'outgoing' and :outgoing))`

const json = (list: readonly unknown[] | null): string | null => (list === null ? null : JSON.stringify(list))

export const scopeParams = ({ scope }: Pick<Program, 'scope'>): Record<string, SqlValue> => ({
  ...directionsOf(scope),
  instances: json(scope.instances),
  labels: json(scope.labels),
  groups: scope.groups,
})
