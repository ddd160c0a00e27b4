import { z } from 'zod'
import { count, lenient, number, readAs, text } from './lenient.ts'

/**
 * The JSON forms of an error (service 7 and 10.7): {statusCode, timestamp, path, message},
 * {code, message, status}, {status: false, reason}. `path` repeats the token and is never read.
 */
export const errorBody = z.looseObject({
  statusCode: lenient(number),
  code: lenient(text),
  /** Text, or a list of texts where several fields failed. */
  message: lenient(z.union([text, z.array(text).transform((lines) => lines.join('; '))])),
  error: lenient(text),
  reason: lenient(text),
  description: lenient(text),
  status: lenient(z.union([z.boolean(), text])),
  /** A failed login has its reason here (service 11.7.2). */
  data: lenient(z.looseObject({ reason: lenient(text) })),
})

/** One limit of the plan; numbers may be text (service 10.7). */
const planLimit = z.looseObject({
  method: lenient(text),
  used: lenient(count),
  total: lenient(count),
  status: lenient(text),
  description: lenient(text),
})

export type PlanLimit = z.output<typeof planLimit>

/** 466: limits of the plan by operation, by chats of the month, and in the form of the notification (service 10.7). */
const quotaBody = z.looseObject({
  invokeStatus: lenient(planLimit),
  correspondentsStatus: lenient(planLimit),
  quotaData: lenient(planLimit),
  ...planLimit.shape,
})

/** The used-up limit of a 466. Other limits in the body may be QUOTE_ALLOWED. */
export function usedUpLimit(body: unknown): PlanLimit | undefined {
  const read = readAs(quotaBody, body)
  if (read === undefined) return undefined
  const { invokeStatus, correspondentsStatus, quotaData } = read
  const limits = [invokeStatus, correspondentsStatus, quotaData].filter((limit) => limit !== undefined)
  return limits.find(({ status }) => status !== undefined && /EXCEEDED/i.test(status)) ?? limits[0] ?? read
}
