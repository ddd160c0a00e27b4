import { z } from 'zod'
import { flag, id, lenient, text } from './lenient.ts'

/** sendMessage (service 2.8). Without an id nothing is proven, so it is required. */
export const sendResult = z.looseObject({ idMessage: id })

/** deleteNotification: false means the notification is already gone (service 10.2). */
export const deleteResult = z.looseObject({ result: flag, reason: lenient(text) })

export const readChatResult = z.looseObject({ setRead: flag })

export const downloadFileResult = z.looseObject({ downloadUrl: text })

export type SendResult = z.output<typeof sendResult>
