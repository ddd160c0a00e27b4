import { fileKindOf } from '../../../../contract/values.ts'

/** No text holds it: what is not a text never equals one. */
const mark = '\u0000'

/**
 * The signature (`content-kinds.ts`) of a request that waits in the service's queue: its type and body as it shows them
 * (service 11.8).
 */
export function signatureOfQueued(type: string, body: Readonly<Record<string, unknown>>): string {
  const text = (name: string, from: Readonly<Record<string, unknown>> = body): string => {
    const value = from[name]
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  }
  switch (type) {
    case 'sendLocation': {
      const { latitude, longitude } = body
      return locationSignature(
        typeof latitude === 'number' ? latitude : null,
        typeof longitude === 'number' ? longitude : null,
      )
    }
    case 'sendContact': {
      const contact = objectIn(body['contact'])
      const name = ['firstName', 'lastName', 'company'].map((part) => text(part, contact)).filter((part) => part !== '')
      return contactSignature(text('phoneContact', contact), name.join(' '))
    }
    case 'sendPoll': {
      const options = Array.isArray(body['options']) ? body['options'] : []
      return pollSignature(
        text('message'),
        options.map((option) => text('optionName', objectIn(option))),
      )
    }
    case 'sendTemplate': {
      const params = Array.isArray(body['params']) ? body['params'] : []
      return templateSignature(text('templateId'), params.map(String))
    }
    case 'sendFileByUrl':
    case 'sendFileByUpload':
      return fileKindOf(text('fileName')) === 'document' && text('caption') === ''
        ? documentSignature(text('fileName'))
        : fileSignature(text('caption'))
    default:
      return text('message')
  }
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** A place to about a metre: services cut the last digits. */
export const locationSignature = (latitude: number | null, longitude: number | null): string =>
  latitude === null || longitude === null ? '' : `${mark}location ${latitude.toFixed(5)} ${longitude.toFixed(5)}`

export const contactSignature = (phone: string, name: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits === '' && name === '' ? '' : `${mark}contact ${digits || name}`
}

export const pollSignature = (question: string, options: readonly string[]): string =>
  question === '' ? '' : `${mark}poll ${JSON.stringify([question, options])}`

/** The service shows a template that was sent without its words. */
export const templateSignature = (templateId: string, params: readonly string[]): string =>
  templateId === '' ? '' : `${mark}template ${JSON.stringify([templateId, params])}`

/** The name of a document is the sender's (service 2.2), as its text would be. */
export const documentSignature = (fileName: string): string => (fileName === '' ? '' : `${mark}document ${fileName}`)

/** The service makes up the names of other files, and links are its own: without a caption one is like the next. */
export const fileSignature = (caption: string): string => (caption === '' ? '' : `${mark}file ${caption}`)
