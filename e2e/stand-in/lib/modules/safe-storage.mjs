// SafeStorage (AES-256-GCM under a fixed test key; prefixes as OSCrypt: v10 = hard-coded password, v11 = keyring).
import { EventEmitter } from 'node:events'
import crypto from 'node:crypto'

export function addSafeStorage(ctx, M) {
  const { journal, opts, app } = ctx
  // Linux names what the desktop should have (electron_browser_main_parts.cc) and seals with what runs
  // (browser_process_impl.cc).
  let backend = opts.safeStorage
  let sealsWith = opts.sealsWith
  const known = () => (sealsWith === undefined ? backend === 'basic_text' : sealsWith === 'knownKey')
  // The asynchronous half waits until the key store has answered, without a limit: a locked key ring asks for its
  // password (freedesktop_secret_key_provider.cc).
  const answered = Promise.withResolvers()
  if (opts.keyRing !== 'asks') answered.resolve()
  let plain = false
  let rotated = false
  let tempUnavailable = false
  const linux = () => process.platform === 'linux'
  const keyFor = (p) =>
    crypto
      .createHash('sha256')
      .update('standin test key ' + p)
      .digest()
  const encr = (s) => {
    const p = known() ? 'v10' : 'v11'
    const iv = crypto.randomBytes(12)
    const c = crypto.createCipheriv('aes-256-gcm', keyFor(p), iv)
    return Buffer.concat([Buffer.from(p), iv, c.update(String(s), 'utf8'), c.final(), c.getAuthTag()])
  }
  const decr = (b) => {
    const p = b.subarray(0, 3).toString()
    if (p === 'v11' && known()) throw new Error('key')
    const d = crypto.createDecipheriv('aes-256-gcm', keyFor(p), b.subarray(3, 15))
    d.setAuthTag(b.subarray(-16))
    return Buffer.concat([d.update(b.subarray(15, -16)), d.final()]).toString('utf8')
  }
  const avail = () => app.isReady() && (backend === 'basic_text' && linux() ? plain : backend !== 'unavailable')
  const sOp = (verb, ing) => {
    if (!avail())
      throw new Error(
        !app.isReady()
          ? 'safeStorage cannot be used before app is ready'
          : `Error while ${ing} the ${verb === 'encrypt' ? 'text' : 'ciphertext'} provided to safeStorage.${verb}String. ${verb === 'encrypt' ? 'Encryption' : 'Decryption'} is not available.`,
      )
  }
  M.safeStorage = Object.assign(new EventEmitter(), {
    isEncryptionAvailable: () => {
      const r = avail()
      journal('safeStorage', { op: 'isEncryptionAvailable', r })
      return r
    },
    isAsyncEncryptionAvailable: async () => {
      const r = app.isReady()
      await answered.promise
      journal('safeStorage', { op: 'isAsyncEncryptionAvailable', r, backend })
      return r
    }, // as in Electron's source: true once ready, even on the hard-coded-password fallback; 'unavailable' shows as rejections
    encryptString: (s) => {
      sOp('encrypt', 'encrypting')
      journal('safeStorage', { op: 'encryptString', backend })
      return encr(s)
    },
    decryptString: (b) => {
      sOp('decrypt', 'decrypting')
      if (!Buffer.isBuffer(b)) throw new Error('Expected the first argument of decryptString() to be a buffer')
      if (!b.length) return ''
      if (!/^v1[01]/.test(b.subarray(0, 3).toString()))
        throw new Error(
          'Error while decrypting the ciphertext provided to safeStorage.decryptString. Ciphertext does not appear to be encrypted.',
        )
      try {
        return decr(b)
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
      }
    },
    encryptStringAsync: async (s) => {
      if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready')
      await answered.promise
      journal('safeStorage', { op: 'encryptStringAsync', backend })
      if (backend === 'unavailable')
        throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
      return encr(s)
    },
    decryptStringAsync: async (b) => {
      if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready')
      await answered.promise
      journal('safeStorage', { op: 'decryptStringAsync', backend })
      if (!Buffer.isBuffer(b)) throw new Error('Expected the first argument of decryptStringAsync() to be a buffer')
      if (!b.length) return { shouldReEncrypt: false, result: '' }
      if (tempUnavailable)
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      if (backend === 'unavailable')
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      try {
        return {
          shouldReEncrypt: rotated || (b.subarray(0, 3).toString() === 'v10' && !known()),
          result: decr(b),
        }
      } catch {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
      }
    },
    setUsePlainTextEncryption: (v) => {
      plain = v
      journal('safeStorage', { op: 'setUsePlainTextEncryption', v })
    },
  })
  if (linux())
    M.safeStorage.getSelectedStorageBackend = () =>
      !app.isReady() ? 'unknown' : backend === 'unavailable' ? 'basic_text' : backend
  ctx.set['safeStorage.backend'] = (v) => {
    backend = v
  }
  ctx.set['safeStorage.sealsWith'] = (v) => {
    sealsWith = v
  }
  ctx.set['safeStorage.answered'] = () => answered.resolve()
  ctx.set['safeStorage.rotated'] = (v) => {
    rotated = v
  }
  ctx.set['safeStorage.temporarilyUnavailable'] = (v) => {
    tempUnavailable = v
  }
}
