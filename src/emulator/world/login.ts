import type { EmulatorClock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { InstanceState } from './account.ts'
import type { Behaviour, Family } from './behaviour.ts'
import { drawCode } from './draw-code.ts'

export interface LoginPorts {
  readonly family: Family
  readonly clock: EmulatorClock
  readonly random: Random
  readonly behaviour: () => Behaviour
  readonly state: () => InstanceState | null
  readonly becomes: (state: InstanceState) => void
}

/** Result of a step of a login: done, or the service's reason. */
export type LoginStep = { readonly done: true } | { readonly done: false; readonly reason: string }

/** Lifetime of a QR code (service 11.7.2), ms. */
const codeLivesMs = 20_000
/** Requesting codes for longer than this may leave the instance in `starting`, ms. */
const longestAskingMs = 300_000
/** Telegram sends no other code for so long; the last one stays valid after a wrong entry (service 11.7.2), ms. */
const otherCodeMs = 300_000
/** After this pause the time above starts again, ms. */
const forgottenMs = 60_000

const gone: LoginStep = { done: true }
const stays = (reason: string): LoginStep => ({ done: false, reason })

/** The login of an account: QR code, code for the phone, code from the messenger, password. */
export class Login {
  readonly #ports: LoginPorts
  #asking: { readonly since: number; last: number } | undefined
  #phoneCode: string | undefined
  /** When the last code was sent, by the emulator's clock. */
  #codeSentAt: number | undefined

  constructor(ports: LoginPorts) {
    this.#ports = ports
  }

  /** qr: its `type` and `message`. */
  qr(): { readonly type: string; readonly message: string } {
    const { state, clock, family, becomes } = this.#ports
    switch (state()) {
      case 'authorized':
      case 'yellowCard':
        return { type: 'alreadyLogged', message: 'instance account already authorized' }
      case 'pendingPassword':
        return { type: 'pending_password', message: '' }
      case 'starting':
      case null:
        return { type: 'error', message: 'Instance is starting, try later' }
      default:
    }
    const { passkey } = this.#ports.behaviour()
    if (passkey !== null) return { type: passkey, message: '' }
    const now = clock.now()
    const asking = this.#asking
    if (asking === undefined || now - asking.last > forgottenMs) this.#asking = { since: now, last: now }
    else asking.last = now
    if (family === 'whatsapp' && now - (this.#asking?.since ?? now) > longestAskingMs) {
      becomes('starting')
      return { type: 'error', message: 'Instance is starting, try later' }
    }
    return { type: 'qrCode', message: drawCode(Math.floor(now / codeLivesMs)) }
  }

  /** getAuthorizationCode: eight characters to type into the phone. */
  codeForPhone(): string {
    const { random } = this.#ports
    this.#phoneCode = Array.from({ length: 8 }, () => random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'])).join('')
    return this.#phoneCode
  }

  start(phoneNumber: string): LoginStep {
    const { family, clock, state, becomes } = this.#ports
    if (state() === 'authorized') return stays('already_registered')
    const isMax = family === 'v3' || family === 'v3-without-prefix'
    if (isMax && !/^(7|375)/.test(phoneNumber)) return stays('phone_not_supported')
    const now = clock.now()
    if (family === 'telegram' && now - (this.#codeSentAt ?? -Infinity) < otherCodeMs) return stays('code_already_sent')
    this.#codeSentAt = now
    becomes('pendingCode')
    return gone
  }

  code(code: string, password: string): LoginStep {
    const { behaviour, state, becomes } = this.#ports
    const { loginCode, loginPassword } = behaviour()
    // Telegram's password is sent with an empty code (service 11.7.2).
    if (code === '' && state() === 'pendingPassword') return this.password(password)
    if (this.#codeSentAt === undefined) return stays('authorization_not_started')
    if (code !== loginCode) return stays('invalid_code')
    if (loginPassword === null || password === loginPassword) becomes('authorized')
    else becomes('pendingPassword')
    return gone
  }

  password(password: string): LoginStep {
    const { behaviour, state, becomes } = this.#ports
    if (state() === 'authorized') return stays('already_registered')
    if (state() !== 'pendingPassword') return stays('authorization_not_started')
    if (password !== behaviour().loginPassword) return stays('invalid_password')
    becomes('authorized')
    return gone
  }

  /** Simulates scanning the QR code. */
  scan(): void {
    this.#letIn()
  }

  /** Simulates typing the code into the phone. Throws if the code is wrong. */
  typeIn(code: string): void {
    if (code !== this.#phoneCode) throw new Error('This is not the code that was given out.')
    this.#letIn()
  }

  #letIn(): void {
    this.#ports.becomes(this.#ports.behaviour().loginPassword === null ? 'authorized' : 'pendingPassword')
  }
}
