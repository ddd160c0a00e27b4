import { randomInt, timingSafeEqual } from 'node:crypto'
import { ContractError, isContractError } from '../../../contract/errors.ts'
import type { ProgramKey } from '../../../contract/ids.ts'
import type { PendingPairing } from '../../../contract/programs.ts'
import type { Clock } from '../../base/ports.ts'
import { ProgramError } from './rules/program-error.ts'

/** A person has so long to compare the codes, ms. */
const pairingMs = 3 * 60_000
/** So many may begin within ten minutes: each opens a dialog. */
const mostAttempts = 5
const attemptsMs = 10 * 60_000
const longestName = 48
/** A name that is taken gets a number, up to this one. */
const mostNumbers = 100

/** Letters and digits that nobody takes for one another. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789'

type PairingOutcome =
  | { readonly kind: 'allowed'; readonly key: string; readonly name: string }
  | { readonly kind: 'refused' | 'expired' }

interface BegunPairing {
  readonly code: string
  /** Epoch ms. */
  readonly expiresAt: number
  readonly outcome: Promise<PairingOutcome>
}

/**
 * Gives the command line its key: it asks, the window shows the same code, and a person allows it. One pairing runs at
 * a time. The key goes to the process that asked, and never through the window.
 */
export interface Pairing {
  /** Throws ProgramError. The pairing ends when `signal` aborts: who asked went away. */
  begin(ticket: string, name: string, signal: AbortSignal): BegunPairing
  pending(): PendingPairing | null
  /** Throws ContractError `notFound` when it is over. */
  answer(id: number, allow: boolean): Promise<void>
}

interface PairingDeps {
  readonly clock: Clock
  /** A process that has read it from the data directory belongs to this user. */
  readonly ticket: string
  /** Adds a program that may see and draft. */
  readonly addProgram: (name: string) => Promise<{ readonly program: ProgramKey; readonly key: string }>
  readonly removeProgram: (program: ProgramKey) => Promise<void>
  readonly onBegan: (pairing: PendingPairing) => void
  readonly onEnded: (id: number) => void
}

type Resolve = (outcome: PairingOutcome) => void

interface OpenPairing extends PendingPairing {
  /** Aborts when who asked goes away. */
  readonly signal: AbortSignal
  readonly close: () => void
  readonly resolve: Resolve
}

const createCode = (): string => {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

export function createPairing({ clock, ticket, addProgram, removeProgram, onBegan, onEnded }: PairingDeps): Pairing {
  let attempts: readonly number[] = []
  let count = 0
  let open: OpenPairing | null = null

  const isTicket = (given: string): boolean => {
    const [a, b] = [Buffer.from(given), Buffer.from(ticket)]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  const addNumbered = async (name: string) => {
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name} ${number}`
      try {
        return { name: numbered, ...(await addProgram(numbered)) }
      } catch (error) {
        if (!isContractError(error) || error.code !== 'programNameTaken' || number >= mostNumbers) throw error
      }
    }
  }
  return {
    begin(given, name, signal) {
      if (!isTicket(given)) throw new ProgramError('pairingRefused')
      if (open !== null) throw new ProgramError('pairingBusy')
      attempts = attempts.filter((at) => clock.monotonic() - at < attemptsMs)
      const [oldest = 0] = attempts
      if (attempts.length >= mostAttempts)
        throw new ProgramError('tooManyPairings', { retryAfterMs: oldest + attemptsMs - clock.monotonic() })
      attempts = [...attempts, clock.monotonic()]
      const { promise, resolve } = Promise.withResolvers<PairingOutcome>()
      count += 1
      const expiresAt = clock.now() + pairingMs
      const expire = () => {
        pairing.close()
        resolve({ kind: 'expired' })
      }
      const cancelTimer = clock.setTimer(pairingMs, expire)
      const pairing = {
        id: count,
        code: createCode(),
        name:
          name
            .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
            .trim()
            .slice(0, longestName)
            .toWellFormed() || 'switchboardctl',
        expiresAt,
        signal,
        resolve,
        close() {
          open = null
          cancelTimer()
          signal.removeEventListener('abort', expire)
          onEnded(pairing.id)
        },
      }
      open = pairing
      signal.addEventListener('abort', expire, { once: true })
      onBegan(pairing)
      // The program went away while the person read its question.
      if (signal.aborted) expire()
      return { code: pairing.code, expiresAt, outcome: promise }
    },
    pending: () =>
      open === null ? null : { id: open.id, code: open.code, name: open.name, expiresAt: open.expiresAt },
    async answer(id, allow) {
      if (open?.id !== id) throw new ContractError('notFound')
      const { close, resolve, name, signal } = open
      close()
      if (!allow) return resolve({ kind: 'refused' })
      try {
        const { program, ...allowed } = await addNumbered(name)
        if (signal.aborted) {
          // Nobody would ever have the key of this program.
          await removeProgram(program)
          throw new ContractError('notFound')
        }
        resolve({ kind: 'allowed', ...allowed })
      } catch (error) {
        resolve({ kind: 'refused' })
        throw error
      }
    },
  }
}
