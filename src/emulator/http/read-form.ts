import type { JsonObject } from '../world/records.ts'
import type { Call } from './call.ts'

/** A parsed form: its text fields, and its part `file` if present. */
export interface ReadForm {
  readonly input: JsonObject
  readonly file: File | undefined
}

/** Parses a multipart/form-data body; undefined if it is none. */
export const readForm = async (call: Call): Promise<ReadForm | undefined> => {
  const form = await new Response(new Uint8Array(call.bytes), { headers: { 'content-type': call.contentType } })
    .formData()
    .catch(() => undefined)
  if (form === undefined) return undefined
  const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string')
  const file = form.get('file')
  return { input: Object.fromEntries(texts), file: file instanceof File ? file : undefined }
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** The picture of a form, or the service's refusal (service 11.7.2). */
export const readPicture = async (
  form: ReadForm | undefined,
): Promise<{ readonly bytes: Uint8Array } | { readonly refused: string }> => {
  const bytes = form?.file === undefined ? new Uint8Array() : new Uint8Array(await form.file.arrayBuffer())
  if (bytes.length === 0) return { refused: 'File is empty' }
  return isJpeg(bytes) ? { bytes } : { refused: 'Unsupported media type' }
}
