import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Cost of a key in unit tests: 1 MB and 3 ms. */
const mostN = 2 ** 10

// Deriving a key from a passphrase costs 64 MB and 0.2 s on purpose, and some tests derive twenty. A process of tests
// derives them all at a small cost, so it can open what it sealed.
const { scrypt } = crypto
if (scrypt.name !== 'cheapScrypt') {
  crypto.scrypt = function cheapScrypt(secret, salt, length, options, done) {
    return scrypt(secret, salt, length, { ...options, N: Math.min(options.N, mostN) }, done)
  }
  syncBuiltinESMExports()
}
