import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { flushFolder } from '../base/replace-file.ts'
import { BackupError, type BackupKey } from './backup-job.ts'
import { isIdentity, isOwnKey, unfinishedSuffix } from './rules/backup-format.ts'

/** Cost of the passphrase, as a power of two: 64 MB, like that of the tokens (vault/sealed-file.ts). */
const scryptWorkFactor = 16

/** A new key that the passphrase opens; the person's own where that is what was typed. Throws BackupError `badKey`. */
export async function createBackupKey(secret: string): Promise<BackupKey> {
  if (isOwnKey(secret)) return { recipient: await recipientOf(secret.trim()), keyFile: null }
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(normalised(secret))
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  const file = await encrypter.encrypt(`${identity}\n`)
  return { recipient: await identityToRecipient(identity), keyFile: `${armor.encode(file)}\n` }
}

/** Checks the sum that each key ends with. */
async function recipientOf(key: string): Promise<string> {
  try {
    const recipient = isIdentity(key) ? await identityToRecipient(key) : key
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    await encrypter.encrypt('')
    return recipient
  } catch (error) {
    throw new BackupError('badKey', 'That is no key of age.', { cause: error })
  }
}

/** The private key that a person typed, or that a passphrase opens. Throws BackupError `secret`, and system errors. */
export async function openBackupKey(keyFile: string, secret: string): Promise<string> {
  if (isIdentity(secret.trim())) return secret.trim()
  const text = await readFile(keyFile, 'utf8')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(normalised(secret))
  try {
    return (await decrypter.decrypt(armor.decode(text), 'text')).trim()
  } catch (error) {
    throw new BackupError('secret', 'The passphrase does not open the key.', { cause: error })
  }
}

/** Composed and decomposed letters are the same passphrase, whatever keyboard typed them. */
const normalised = (passphrase: string): string => passphrase.normalize('NFKC')

/** Writes an encrypted file, which is there whole and flushed or not at all. Throws system errors. */
export async function writeEncrypted(
  path: string,
  recipient: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const encrypted = await encrypter.encrypt(ReadableStream.from(content))
  return writeWhole(path, Readable.fromWeb(encrypted))
}

/** One large flush at the end would hold up the store's, bytes. */
const flushEvery = 8_000_000

/** Writes a file of so many bytes, which is there whole and flushed or not at all. */
export async function writeWhole(path: string, content: AsyncIterable<Uint8Array | string>): Promise<number> {
  const unfinished = `${path}${unfinishedSuffix}`
  const file = await open(unfinished, 'w', 0o600)
  let [bytes, flushed] = [0, 0]
  try {
    for await (const part of content) {
      await file.appendFile(part)
      bytes += Buffer.byteLength(part)
      if (bytes - flushed < flushEvery) continue
      await file.datasync()
      flushed = bytes
    }
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    await flushFolder(dirname(path))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  return bytes
}

/**
 * Decrypts a file. Throws system errors, and BackupError: `damaged` where a byte was changed or the end is missing,
 * `secret` where it is for another key.
 */
export async function* readEncrypted(path: string, identity: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  let failure: Error | null = null
  file.on('error', (error) => (failure ??= error))
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    yield* await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
  } catch (error) {
    if (failure !== null) throw failure
    const isOfOtherKey = error instanceof Error && error.message.startsWith('no identity matched')
    throw new BackupError(isOfOtherKey ? 'secret' : 'damaged', 'A file of the backup can not be decrypted.', {
      cause: error,
    })
  } finally {
    file.destroy()
  }
}
