import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { deriveKey, seal, type SealKey } from '../vault/sealed-file.ts'

/**
 * A key of a passphrase with parameters that cost 3 ms of processor time; those of the product cost 200. Whatever is
 * sealed with it names them, and is opened with them.
 */
export const deriveCheapKey = (passphrase: string): Promise<SealKey> =>
  deriveKey(passphrase, { name: 'scrypt', salt: randomBytes(16).toString('base64'), N: 2 ** 10, r: 8, p: 1 })

/** Writes the file of an empty vault that an earlier run made, with such a key. */
export async function writeCheapVault(path: string, passphrase: string): Promise<void> {
  writeFileSync(path, JSON.stringify(seal(JSON.stringify({ values: {} }), await deriveCheapKey(passphrase))))
}

/** A key of age for backups: quicker than a passphrase, whose cost is the point of it. */
export async function createAgeKey(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
