import { z } from 'zod'
import { invitationPart, readPart } from '../../../../api/schema/business-parts.ts'
import { storedRef, storedText, type ContentKind } from './content-kind.ts'

/** The latest time that a Date can hold, epoch ms. */
const latest = 8.64e15
/** A larger value is in milliseconds, though the service documents seconds. */
const latestSeconds = 1e11

/** Epoch ms; 0: never; null: nobody says. */
function expiryOf(stated: number | undefined): number | null {
  if (stated === undefined || stated < 0) return null
  const at = stated > latestSeconds ? stated : stated * 1000
  return at <= latest ? at : null
}

/** An invitation to a group (service 10.9). */
export const invitation: ContentKind<'invitation'> = {
  types: ['groupInviteMessage'],
  schema: z.object({
    kind: z.literal('invitation'),
    groupId: storedText,
    group: storedText,
    code: storedText,
    text: storedText,
    expiresAt: z.number().nullable().catch(null),
    thumbnail: storedRef,
  }),
  parse({ body }, storeThumbnail) {
    const part = readPart(invitationPart, body, 'groupInviteMessage')
    if (part === undefined) return { kind: 'unsupported' }
    return {
      kind: 'invitation',
      groupId: part.groupJid ?? '',
      group: part.groupName || (part.name ?? ''),
      code: part.inviteCode ?? '',
      text: part.caption ?? '',
      expiresAt: expiryOf(part.inviteExpiration),
      thumbnail: storeThumbnail(part.jpegThumbnail),
    }
  },
  precedence: 17,
  listText: ({ group }) => group,
  searchParts: ({ group, text }) => [group, text],
  signature: () => '',
  editable: null,
  exportLines: ({ group, text, expiresAt }) => [
    `[invitation] ${group}`,
    text,
    expiresAt ? `until ${new Date(expiresAt).toISOString()}` : '',
  ],
}
