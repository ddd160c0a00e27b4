import type { EmulatorClock } from '../clock.ts'
import { createRandom, type Random } from '../random.ts'
import type { InstanceState } from './account.ts'
import type { Behaviour, Family } from './behaviour.ts'
import { crc32, deflateSync } from 'node:zlib'

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

/** Modules along a side, and pixels to a module. */
const modules = 33
const scale = 6
const quiet = 4

const isFinder = (x: number, y: number): boolean | undefined => {
  for (const [left, top] of [
    [0, 0],
    [modules - 7, 0],
    [0, modules - 7],
  ] as const) {
    const [dx, dy] = [x - left, y - top]
    if (dx < -1 || dy < -1 || dx > 7 || dy > 7) continue
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3))
    return ring === 3 || ring <= 1
  }
  return undefined
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG that looks like a QR code without content, in base64. The same seed gives the same image. */
const drawCode = (seed: number): string => {
  const random = createRandom(seed)
  const dark = Array.from({ length: modules }, (_row, y) =>
    Array.from({ length: modules }, (_cell, x) => isFinder(x, y) ?? random.chance(0.5)),
  )
  const side = (modules + 2 * quiet) * scale
  const line = Math.ceil(side / 8)
  const pixels = Buffer.alloc(side * (line + 1))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const black = dark[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] ?? false
      const at = y * (line + 1) + 1 + (x >> 3)
      if (!black) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}
