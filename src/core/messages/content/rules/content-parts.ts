import type {
  ContactData,
  ExtendedTextMessage,
  FileMessageData,
  LocationData,
  PollMessageData,
  QuotedMessage,
} from '../../../../api/schema/message-parts.ts'
import type { MessageData } from '../../../../api/schema/message-data.ts'
import type { MessageRecord } from '../../../../api/schema/message.ts'

/**
 * The parts of a message's content under the same names, whichever of the service's three shapes they came in:
 * a record (service 2.2 and 2.5), a notification's messageData (service 10.5), or a quoted message.
 */
export interface ContentParts {
  readonly typeMessage: string
  readonly text: string
  /** A link, a reply's text or a reaction: typeMessage decides. */
  readonly extended: ExtendedTextMessage | undefined
  readonly file: FileMessageData | undefined
  readonly location: LocationData | undefined
  readonly contacts: readonly ContactData[]
  readonly poll: PollMessageData | undefined
  readonly quoted: QuotedMessage | undefined
  /** Everything as it came, for parts that one kind alone reads. */
  readonly body: Readonly<Record<string, unknown>>
}

/** An example of the documentation begins a type with a large letter. */
const typeOf = (typeMessage = ''): string => typeMessage.charAt(0).toLowerCase() + typeMessage.slice(1)

/** A reaction has the one key, a link the other (service 2.3 and 2.4). */
const extendedOf = (body: Pick<QuotedMessage, 'typeMessage' | 'extendedTextMessage' | 'extendedTextMessageData'>) =>
  typeOf(body.typeMessage) === 'reactionMessage'
    ? (body.extendedTextMessageData ?? body.extendedTextMessage)
    : (body.extendedTextMessage ?? body.extendedTextMessageData)

/** A list of contacts under either of its keys (service 10.5), or the one contact. */
function contactsOf(
  { contacts, messageData }: Pick<QuotedMessage, 'contacts' | 'messageData'>,
  one: ContactData | undefined,
): readonly ContactData[] {
  const many = messageData?.contacts ?? contacts?.contacts ?? []
  return many.length > 0 || one === undefined ? many : [one]
}

export function partsOfRecord(record: MessageRecord): ContentParts {
  return {
    typeMessage: typeOf(record.typeMessage),
    text: record.textMessage ?? '',
    extended: extendedOf(record),
    file: record,
    location: record.location,
    contacts: contactsOf(record, record.contact),
    poll: record.pollMessageData,
    quoted: record.quotedMessage,
    body: record,
  }
}

export function partsOfData(data: MessageData): ContentParts {
  return {
    typeMessage: typeOf(data.typeMessage),
    text: data.textMessageData?.textMessage || (data.textMessage ?? ''),
    extended: data.extendedTextMessageData,
    file: data.fileMessageData,
    location: data.locationMessageData,
    contacts: contactsOf(data, data.contactMessageData),
    poll: data.pollMessageData ?? data.pollCreationMessage,
    quoted: data.quotedMessage,
    body: data,
  }
}

export function partsOfQuote(quoted: QuotedMessage): ContentParts {
  return {
    typeMessage: typeOf(quoted.typeMessage),
    text: quoted.textMessage ?? '',
    extended: extendedOf(quoted),
    file: quoted,
    location: quoted.location,
    contacts: contactsOf(quoted, quoted.contact),
    poll: quoted.pollMessageData,
    quoted: undefined,
    body: quoted,
  }
}
