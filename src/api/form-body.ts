import type { HttpUpload } from './http.ts'

/** A form of multipart/form-data (RFC 7578): text fields, then one file. */
export interface FormBody {
  readonly contentType: string
  readonly upload: HttpUpload
}

/** @param boundary visible ASCII that occurs in no field; random, so that a file name cannot inject a part */
export function formBody(
  fields: Readonly<Record<string, string>>,
  file: { readonly name: string; readonly type: string; readonly upload: HttpUpload },
  boundary: string,
): FormBody {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  )
  const head = new TextEncoder().encode(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `content-type: ${file.type}\r\n\r\n`,
  )
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`)
  const { upload } = file
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    upload: {
      bytes: head.length + upload.bytes + tail.length,
      async *open() {
        yield head
        yield* upload.open()
        yield tail
      },
      onSent: upload.onSent && ((bytes) => upload.onSent?.(Math.max(0, Math.min(upload.bytes, bytes - head.length)))),
    },
  }
}

/** Percent-encodes the characters of a name that would end the header or the quotes (HTML standard, form names). */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
