import { z } from 'zod'
import { isJsonObject } from '../json.ts'
import type { JsonReading } from '../answers/parse-json.ts'
import { flag, id, lenient, someText, text } from './lenient.ts'

/** sendMessage (service 2.8). The id is required: without it the send is not proven. */
export const sendResult = z.looseObject({ idMessage: id })

/** deleteNotification: false means the notification is already gone (service 10.2). */
export const deleteResult = z.looseObject({ result: flag, reason: lenient(text) })

export const readChatResult = z.looseObject({ setRead: flag })

export const downloadFileResult = z.looseObject({ downloadUrl: text })

/** getCallRecording: `processing` without a link, or `ready` with one that lasts for an hour (service 10.9). */
export const callRecordingResult = z.looseObject({ status: text, downloadUrl: lenient(text) })

/** uploadFile: a link for sendFileByUrl, valid for 15 days or one (service 11.3.2). */
export const uploadResult = z.looseObject({ urlFile: someText })

/** sendFileByUpload sends at once, and gives the link as well. */
export const sendFileResult = z.looseObject({ idMessage: id, urlFile: lenient(text) })

/** forwardMessages: the ids of the new messages. At least one is required: without it the forward is not proven. */
export const forwardResult = z
  .looseObject({ messages: z.tuple([id], z.unknown()) })
  .transform(({ messages: [idMessage] }) => ({ idMessage }))

/** An edit answers with an id of its own or with that of the message; a reaction with its own (service 11.4.1). */
export const changeResult = z.looseObject({ idMessage: lenient(id) })

/** The reply of operations that answer with nothing, `null` or any object: that they answered. */
export function readDone(reading: JsonReading): { readonly done: true } | undefined {
  const answered =
    reading.kind === 'notJson' ? reading.text.trim() === '' : reading.value === null || isJsonObject(reading.value)
  return answered ? { done: true } : undefined
}

export type SendResult = z.output<typeof sendResult>
