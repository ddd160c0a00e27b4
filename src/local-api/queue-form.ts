import { ProgramError } from '../core/programs/identity/rules/program-error.ts'
import type { AdmittedCall } from './call.ts'
import type { QueueInput } from './queue-inputs.ts'
import { boundaryOf, FormError, readAll, readForm } from './read-form.ts'

/** Longest field beside the file, bytes. */
const mostFieldBytes = 65_536

/**
 * The fields of the service's sendFileByUpload. The file is handed in while it comes, whatever stands before or after
 * it, and is named by `uploadId`. Throws ProgramError.
 */
export async function readQueueForm({ request, connection, signal }: AdmittedCall): Promise<QueueInput> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === null) throw new ProgramError('contentType', { detail: 'It has to be multipart/form-data.' })
  const fields: Record<string, unknown> = {}
  // Ending early leaves the connection open, and the answer with it.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  try {
    for await (const part of readForm(body, boundary)) {
      if (part.name !== 'file') {
        fields[part.name] = await readAll(part.body, mostFieldBytes)
        continue
      }
      if ('uploadId' in fields) throw new FormError('There is a second file.')
      const name = (part.fileName ?? '').slice(0, 255) || 'file'
      const file = { type: part.type, bytes: null, body: part.body }
      fields['uploadId'] = (await connection.call('uploadFile', { name }, signal, file)).value.uploadId
    }
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    throw new ProgramError('badRequest', { detail: error.message })
  }
  return fields
}
