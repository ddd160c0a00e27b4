import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

/** 64 MB and about 0.2 s: dear to guess, bearable at a start. */
const cost = { N: 2 ** 16, r: 8, p: 1 } as const
/** A file may ask for more than ours, but not for all the memory of the machine. */
const largestMemory = 512 * 1024 * 1024
/** So many times our work is seconds; a damaged file may ask for hours. */
const dearest = 8
const work = ({ N, r, p }: { readonly N: number; readonly r: number; readonly p: number }): number => N * r * p

/** What scrypt takes (RFC 7914), and takes seconds for at most. */
export const keyParameters = z
  .object({ name: z.literal('scrypt'), salt: z.string(), N: z.int().min(2), r: z.int().min(1), p: z.int().min(1) })
  .refine(({ N, r, p }) => Number.isInteger(Math.log2(N)) && 128 * r * (N + p + 2) <= largestMemory)
  .refine((kdf) => work(kdf) <= dearest * work(cost))
export type KeyParameters = z.infer<typeof keyParameters>

/** The file's content: parameters in the clear, so that a later program can read it; the rest sealed. */
const sealedSchema = z.object({
  format: z.literal('switchboard-vault'),
  version: z.literal(1),
  kdf: keyParameters,
  cipher: z.literal('aes-256-gcm'),
  nonce: z.string(),
  tag: z.string(),
  content: z.string(),
  /** Keys that were deleted while nobody could open the content: dropped from it when it is opened. */
  forgotten: z.array(z.string()).optional(),
})
export type Sealed = z.infer<typeof sealedSchema>

export interface SealKey {
  readonly key: Buffer
  readonly kdf: KeyParameters
}

/** Derives the key of a passphrase: for an existing file with its parameters, else with a new salt. */
export async function deriveKey(passphrase: string, kdf?: KeyParameters): Promise<SealKey> {
  const parameters = kdf ?? { name: 'scrypt' as const, salt: randomBytes(16).toString('base64'), ...cost }
  const { N, r, p, salt } = parameters
  // Composed and decomposed letters are the same passphrase, whatever keyboard typed them.
  // Made at each call: the simulation gives scrypt another clock.
  const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
  const secret = passphrase.normalize('NFKC')
  const key = await derive(secret, Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: largestMemory })
  return { key, kdf: parameters }
}

export function seal(text: string, { key, kdf }: SealKey): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(additional(kdf))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    format: 'switchboard-vault',
    version: 1,
    kdf,
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    content: content.toString('base64'),
  }
}

/** Null: the key is wrong, or somebody changed the file. */
export function unseal(sealed: Sealed, { key }: SealKey): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), { authTagLength: 16 })
    decipher.setAAD(additional(sealed.kdf))
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
    return Buffer.concat([decipher.update(Buffer.from(sealed.content, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Null: no such file format. */
export function parseSealed(text: string): Sealed | null {
  try {
    return sealedSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const additional = (kdf: KeyParameters): Buffer =>
  Buffer.from(JSON.stringify([1, kdf.name, kdf.salt, kdf.N, kdf.r, kdf.p]))
