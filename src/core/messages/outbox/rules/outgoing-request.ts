import type { Family, InputOf } from '../../../../api/operations.ts'
import type { OutgoingContent } from '../../../../contract/sending.ts'
import { fillTemplate, templateBlanks } from '../../../../contract/values.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'

/** Operations that send a message out of the outbox. */
export type SendOperation =
  | 'sendMessage'
  | 'sendLocation'
  | 'sendContact'
  | 'sendPoll'
  | 'sendTemplate'
  | 'forwardMessages'
  | 'sendFileByUrl'
  | 'sendFileByUpload'

/**
 * The request that sends one message, without the chat; stored in the outbox beside the message. A file's request has
 * name and caption; its link, or the file itself, is added when the message is sent.
 */
export type OutgoingRequest =
  | {
      readonly [Name in Exclude<SendOperation, 'sendFileByUpload'>]: {
        readonly operation: Name
        readonly input: Omit<InputOf<Name>, 'chatId'>
      }
    }[Exclude<SendOperation, 'sendFileByUpload'>]
  | {
      readonly operation: 'sendFileByUpload'
      readonly input: Omit<InputOf<'sendFileByUpload'>, 'chatId' | 'file'>
      /** Its bytes, among the media. */
      readonly file: { readonly ref: string; readonly bytes: number }
    }

/** How an outgoing message is sent and what it looks like until the service shows it. */
export interface OutgoingForm {
  readonly request: OutgoingRequest
  readonly content: StoredContent
  readonly typeMessage: string
}

type TemplateMedia = NonNullable<InputOf<'sendTemplate'>['message']>

/** The file of a template; its link is added when it has come to the service. */
export const templateMedia = (kind: TemplateMedia['type'], link: string): TemplateMedia => ({
  type: kind,
  [kind]: { link },
})

const buttonOf = (text: string) => ({ text, description: '', section: '', action: 'reply' as const, value: '', id: '' })

/**
 * The form of what a person put together; null where the instance's family can't send it: a v3 contact without an
 * account, and a
 * template outside WhatsApp.
 */
export function formOf(content: OutgoingContent, family: Family): OutgoingForm | null {
  switch (content.kind) {
    case 'location': {
      const { latitude, longitude, name, address } = content
      return {
        request: {
          operation: 'sendLocation',
          input: {
            latitude,
            longitude,
            ...(family === 'whatsapp' && name !== '' ? { nameLocation: name } : {}),
            ...(family === 'whatsapp' && address !== '' ? { address } : {}),
          },
        },
        content: { kind: 'location', name, address, latitude, longitude, thumbnail: null },
        typeMessage: 'locationMessage',
      }
    }
    case 'contact': {
      const { phone, chatId, firstName, lastName, company } = content
      const displayName = [firstName, lastName].filter((part) => part !== '').join(' ') || company || phone
      const card = { displayName, vcard: '', phone, organisation: company }
      const stored = { kind: 'contacts', cards: [card] } as const
      if (family === 'v3') {
        if (chatId === '') return null
        const request = { operation: 'sendContact', input: { contact: { chatId } } } as const
        return { request, content: stored, typeMessage: 'contactMessage' }
      }
      if (phone === '') return null
      const names = Object.entries({ firstName, lastName, company }).filter(([, value]) => value !== '')
      const contact = { phoneContact: Number(phone), ...Object.fromEntries(names) }
      return {
        request: { operation: 'sendContact', input: { contact } },
        content: stored,
        typeMessage: 'contactMessage',
      }
    }
    case 'poll': {
      const { question, options, multiple } = content
      const quiz = family === 'telegram' && content.correct !== undefined && content.correct < options.length
      return {
        request: {
          operation: 'sendPoll',
          input: {
            message: question,
            options: options.map((optionName) => ({ optionName })),
            // One answer of a quiz is right, so it has no several ones (service 11.3.7).
            ...(quiz ? { type: 'quiz' as const, correctOptionId: content.correct } : { multipleAnswers: multiple }),
            ...(family === 'v3' && content.changeable !== undefined ? { allowToChangeAnswer: content.changeable } : {}),
            ...(family === 'telegram' && content.anonymous !== undefined ? { isAnonymous: content.anonymous } : {}),
          },
        },
        content: { kind: 'poll', question, multiple: multiple && !quiz, options },
        typeMessage: 'pollMessage',
      }
    }
    case 'template': {
      const { templateId, name, text, params, header = '', footer = '', buttons = [], media } = content
      if (family !== 'whatsapp') return null
      const ofHeader = templateBlanks(header).length
      const link = media !== undefined && 'link' in media ? media.link : ''
      const file = media === undefined ? {} : { message: templateMedia(media.kind, link) }
      return {
        request: {
          operation: 'sendTemplate',
          input: { templateId, ...(params.length > 0 ? { params } : {}), ...file },
        },
        content: {
          ...{ kind: 'template', id: templateId, name, params, text: fillTemplate(text, params.slice(ofHeader)) },
          ...{ title: fillTemplate(header, params.slice(0, ofHeader)), footer, button: '' },
          ...{ options: buttons.map(buttonOf), more: 0, mediaUrl: link },
        },
        typeMessage: 'templateMessage',
      }
    }
  }
}
