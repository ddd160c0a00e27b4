import { z } from 'zod'
import { isToken } from '../../../api/path.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { deriveKey, parseSealed, seal, unseal, type SealKey } from '../../vault/sealed-file.ts'

/** A token as the team's database stores it: sealed with the passphrase, together with its address. */
const tokenSchema = z.object({
  apiUrl: z.string(),
  idInstance: z.string(),
  /** Where files go; the token goes there too, so it is sealed with it. '' for the service's usual place. */
  mediaUrl: z.string(),
  token: z.string().refine(isToken),
})

interface TokenOf {
  readonly apiUrl: string
  readonly idInstance: string
}

/** The text inside a check value. */
export const checkedText = 'switchboard team'

/** A new team's key, and the text by which others find out whether they have the same passphrase. */
export async function newTeamKey(passphrase: string): Promise<{ readonly key: SealKey; readonly checkValue: string }> {
  const key = await deriveKey(passphrase)
  return { key, checkValue: JSON.stringify(seal(checkedText, key)) }
}

/** The team's key; null: it is another passphrase, or the check value is none. */
export async function openTeamKey(passphrase: string, checkValue: string): Promise<SealKey | null> {
  const sealed = parseSealed(checkValue)
  if (sealed === null) return null
  // Anyone who can write to the database chose the parameters: a key that this computer can't derive opens nothing.
  const key = await deriveKey(passphrase, sealed.kdf).catch(() => null)
  return key !== null && unseal(sealed, key) === checkedText ? key : null
}

/** Whether a team's tokens are sealed with this key: the passphrase may have been changed since it was derived. */
export function isKeyOf(key: SealKey, checkValue: string): boolean {
  const sealed = parseSealed(checkValue)
  return sealed !== null && unseal(sealed, key) === checkedText
}

export const sealText = (key: SealKey, text: string): string => JSON.stringify(seal(text, key))

/** Null: sealed with another passphrase, or changed by somebody. */
export function openText(key: SealKey, sealed: string): string | null {
  const parsed = parseSealed(sealed)
  return parsed === null ? null : unseal(parsed, key)
}

export const sealToken = (
  key: SealKey,
  { apiUrl, idInstance, mediaUrl }: TokenOf & { readonly mediaUrl: string },
  token: string,
): string => sealText(key, JSON.stringify({ apiUrl, idInstance, mediaUrl, token }))

/**
 * Null: sealed with another passphrase, changed by somebody, for another address than this row says, or no token: every
 * member has the passphrase.
 */
export function openToken(
  key: SealKey,
  row: TokenOf & { readonly token: string },
): { readonly token: string; readonly mediaUrl: string } | null {
  const found = readStored(openText(key, row.token), tokenSchema, null)
  return found?.apiUrl === row.apiUrl && found.idInstance === row.idInstance ? found : null
}
