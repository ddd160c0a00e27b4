import { z } from 'zod'
import { settingsChange } from './instance.ts'

/** Limits of service 8 that are checked before anything is sent. */
export const limits = {
  /** UTF-16 code units. */
  messageLength: 20_000,
  jsonBodyBytes: 102_400,
  messageIdLength: 16,
  receiveTimeoutSeconds: { min: 5, max: 60 },
} as const

const requiredText = z.string().min(1)

export const chatRequest = z.object({ chatId: requiredText })
export const groupRequest = z.object({ groupId: requiredText })
export const historyRequest = z.object({ chatId: requiredText, count: z.int().positive().optional() })
export const messageRequest = z.object({ chatId: requiredText, idMessage: z.string().min(limits.messageIdLength) })
export const downloadFileRequest = z.object({ chatId: requiredText, idMessage: requiredText })
export const readChatRequest = z.object({ chatId: requiredText, idMessage: requiredText.optional() })
export const journalRequest = z.object({ minutes: z.int().positive().optional() })
export const checkAccountRequest = z.object({ phoneNumber: z.int().positive(), force: z.boolean().optional() })
export const settingsRequest = settingsChange
export const nothing = z.object({})
export const deleteRequest = z.object({ receiptId: requiredText.regex(/^[\w-]+$/) })

export const receiveRequest = z.object({
  /** Seconds. 20 to 30 are preferred: at 60 a gateway cuts the wait (service 10.3). */
  receiveTimeout: z.int().min(limits.receiveTimeoutSeconds.min).max(limits.receiveTimeoutSeconds.max).optional(),
})

export const sendMessageRequest = z.object({
  chatId: requiredText,
  message: z
    .string()
    .max(limits.messageLength)
    .refine((message) => message.trim() !== ''),
})
