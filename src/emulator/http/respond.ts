import type { ServerResponse } from 'node:http'
import type { EmulatorClock } from '../clock.ts'
import type { Fault } from './faults.ts'
import type { Reply } from './reply.ts'

let dateSecond = Number.NaN
let dateText = ''

/** The Date header. Formatting it is expensive, so it is cached for each second. */
const httpDate = (nowMs: number): string => {
  const second = Math.floor(nowMs / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = new Date(nowMs).toUTCString()
  }
  return dateText
}

const head = (reply: Reply, length: number, nowMs: number): Record<string, string | number> => ({
  date: httpDate(nowMs),
  'content-type': reply.contentType,
  'content-length': length,
  ...reply.headers,
})

const wait = (clock: EmulatorClock, ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve))

const trickle = async (
  response: ServerResponse,
  clock: EmulatorClock,
  bytes: Buffer,
  fault: Extract<Fault, { kind: 'trickle' }>,
): Promise<void> => {
  const step = Math.max(1, fault.bytes)
  for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
    await wait(clock, fault.ms)
    response.write(bytes.subarray(at, at + step))
  }
  response.end()
}

/**
 * Writes the answer, with the fault applied. Resolves when it was handed over, with whether the client can have
 * received a whole answer.
 */
export const respond = async (
  response: ServerResponse,
  clock: EmulatorClock,
  reply: Reply,
  fault: Fault | undefined,
): Promise<boolean> => {
  if (fault === undefined && typeof reply.body === 'string') {
    response.writeHead(reply.status, head(reply, Buffer.byteLength(reply.body), clock.now()))
    response.end(reply.body)
    return true
  }
  const bytes = Buffer.from(reply.body)
  switch (fault?.kind) {
    case 'reset-before':
    case 'reset-after':
      response.socket?.resetAndDestroy()
      return false
    case 'close-reused':
      response.socket?.end()
      response.socket?.destroySoon()
      return false
    case 'hang':
      return false
    case 'truncate':
      response.writeHead(reply.status, head(reply, bytes.length, clock.now()))
      response.write(bytes.subarray(0, Math.max(0, Math.min(fault.bytes, bytes.length - 1))), () =>
        response.socket?.destroySoon(),
      )
      return false
    case 'trickle':
      response.writeHead(reply.status, head(reply, bytes.length, clock.now()))
      response.flushHeaders()
      await trickle(response, clock, bytes, fault)
      return true
    case 'clock-skew':
      response.writeHead(reply.status, head(reply, bytes.length, clock.now() + fault.ms))
      response.end(bytes)
      return true
    default:
      response.writeHead(reply.status, head(reply, bytes.length, clock.now()))
      response.end(bytes)
      return true
  }
}
