import type { Content } from '../../world/content.ts'
import type { JsonObject } from '../../world/records.ts'
import { invalid, type Handler } from '../call.ts'
import { readChatId } from './messages.ts'
import { accept, answer, isObject, isText, textIn } from './sends.ts'

/** A text, with the preview that the sender made for its link (service 11.3.1). */
export const sendMessage: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const { message } = call.input
  if (message === undefined || message === null) return invalid(call, "'message' is required")
  if (typeof message !== 'string') return invalid(call, "'message' must be a string")
  if (message === '') return invalid(call, "'message' is not allowed to be empty")
  const { typePreview } = call.input
  if (typePreview !== undefined && typePreview !== 'small' && typePreview !== 'large')
    return invalid(call, "'typePreview' must be one of [small, large]")
  const { customPreview } = call.input
  if (customPreview !== undefined && !isObject(customPreview)) return invalid(call, "'customPreview' must be an object")
  if (customPreview !== undefined && !isText(customPreview['title']))
    return invalid(call, "'customPreview.title' is required")
  const limit = call.instance.behaviour.textLimit
  if (message.length > limit) {
    return invalid(call, `'message' length must be less than or equal to ${limit} characters long`)
  }
  return answer(call, accept(call, contentOf(message, customPreview)))
}

const contentOf = (text: string, preview: JsonObject | undefined): Content =>
  preview === undefined
    ? { kind: 'text', text }
    : {
        kind: 'link',
        text,
        title: textIn(preview, 'title'),
        description: textIn(preview, 'description'),
        previewType: '',
        jpegThumbnail: textIn(preview, 'jpegThumbnail'),
      }
