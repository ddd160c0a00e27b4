import { z } from 'zod'
import { count, lenient, number, text } from './lenient.ts'

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
  /** The refusal of a used-up quota keeps its words in here (service 10.7). */
  invokeStatus: lenient(z.looseObject({ description: lenient(text), status: lenient(text) })),
  status: lenient(z.union([z.boolean(), text])),
  /** A login that goes no further keeps its word in here (service 11.7.2). */
  data: lenient(z.looseObject({ reason: lenient(text) })),
})

/** 466: one of three known bodies; numbers may be text (service 10.7). */
export const quotaBody = z.looseObject({
  invokeStatus: lenient(
    z.looseObject({
      method: lenient(text),
      used: lenient(count),
      total: lenient(count),
      status: lenient(text),
      description: lenient(text),
    }),
  ),
  method: lenient(text),
  used: lenient(count),
  total: lenient(count),
  description: lenient(text),
})
