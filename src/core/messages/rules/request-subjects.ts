import type { MessageKey } from '../../../contract/ids.ts'

/** A message that was written here. */
export interface OwnMessage {
  readonly message: MessageKey
  /** Epoch ms. The key of a message that was taken back may be given to the next one. */
  readonly createdAt: number
}

/** How a request that was made for a message of ours names it, while the service has no id for it yet. */
export const messageSubject = ({ message, createdAt }: OwnMessage): string => `message ${message} of ${createdAt}`

/** How the service's id of a message stands among the subjects of a request. */
export const idSubject = (idMessage: string): string => `id ${idMessage}`

/** A history of this many messages names them all; what is longer is cut in the log anyway. */
const mostSubjects = 500
/** Ids are text or, now and then, numbers (service 10.1). */
const idMessage = /"idMessage"\s*:\s*(?:"([^"\\]{1,256})"|(\d{1,30}))/g

/** Subjects of a request: the one that its caller named, and every message id in both bodies. */
export function subjectsOf(request: {
  readonly subject: string | null
  readonly requestBody: string
  readonly responseBody: string
}): ReadonlySet<string> {
  const found = new Set<string>(request.subject === null ? [] : [request.subject])
  for (const body of [request.requestBody, request.responseBody]) {
    for (const [, text, number] of body.matchAll(idMessage)) {
      if (found.size >= mostSubjects) return found
      found.add(idSubject(text ?? number ?? ''))
    }
  }
  return found
}

/** The messages that subjects name: ours by their keys, all others by the service's ids. */
export function messagesNamed(subjects: readonly string[]): {
  readonly own: readonly OwnMessage[]
  readonly ids: readonly string[]
} {
  const own = subjects.flatMap((subject): readonly OwnMessage[] => {
    const [, message, createdAt] = /^message (\d+) of (\d+)$/.exec(subject) ?? []
    return message === undefined ? [] : [{ message: Number(message) as MessageKey, createdAt: Number(createdAt) }]
  })
  const ids = subjects.flatMap((subject) => (subject.startsWith('id ') ? [subject.slice('id '.length)] : []))
  return { own, ids }
}
