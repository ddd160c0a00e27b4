import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import type { GroupDetails, GroupParticipant } from '../../../contract/chats.ts'

/** What the service did to a group when this desk asked for it. */
export type GroupChange =
  | { readonly kind: 'created' | 'left' }
  | { readonly kind: 'renamed'; readonly subject: string }
  | { readonly kind: 'added' | 'removed'; readonly chatId: string }
  | { readonly kind: 'role'; readonly chatId: string; readonly role: 'admin' | 'member' }

/** `at`: epoch ms. `people`: the number of participants before. */
export type MadeChange = GroupChange & { readonly at: number; readonly people: number }

/** A group as `group_data.record_json` keeps it (service 2.6). */
export interface StoredGroup {
  readonly owner: string
  readonly subject: string
  readonly description: string
  readonly createdAt: number | null
  readonly inviteLink: string
  readonly may?: GroupDetails['participantsMay']
  /** Records that were kept before had two rights. */
  readonly mayEditSettings?: boolean | null
  readonly mayAddMembers?: boolean | null
  readonly size: number
  readonly participants: readonly { readonly chatId: string; readonly role: GroupParticipant['role'] }[]
  /** Changes from here that the service may not show yet. */
  readonly changes?: readonly MadeChange[]
}

/** A group of which nothing was read. */
export const unreadGroup: StoredGroup = {
  ...{ owner: '', subject: '', description: '', createdAt: null, inviteLink: '' },
  ...{ size: 0, participants: [] },
}

const made = { at: z.number(), people: z.number() }
const madeChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['created', 'left']), ...made }),
  z.object({ kind: z.literal('renamed'), subject: z.string(), ...made }),
  z.object({ kind: z.enum(['added', 'removed']), chatId: z.string(), ...made }),
  z.object({ kind: z.literal('role'), chatId: z.string(), role: z.enum(['admin', 'member']), ...made }),
])

const groupSchema: z.ZodType<StoredGroup> = z.object({
  owner: z.string(),
  subject: z.string(),
  description: z.string(),
  createdAt: z.number().nullable(),
  inviteLink: z.string(),
  may: z.record(z.string(), z.boolean()).exactOptional(),
  mayEditSettings: z.boolean().nullable().exactOptional(),
  mayAddMembers: z.boolean().nullable().exactOptional(),
  size: z.number(),
  participants: z.array(z.object({ chatId: z.string(), role: z.enum(['owner', 'admin', 'member']) })),
  changes: z.array(madeChange).exactOptional(),
})

/** Null: nobody asked for it yet, or it can't be read and is asked for again. */
export const readStoredGroup = (json: string | null): StoredGroup | null => readStored(json, groupSchema, null)
