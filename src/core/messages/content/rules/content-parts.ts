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

export function partsOfRecord(record: MessageRecord): ContentParts {
  return {
    typeMessage: typeOf(record.typeMessage),
    text: record.textMessage ?? '',
    // A reaction has the one key, a link the other; never both (service 2.2).
    extended: record.extendedTextMessage ?? record.extendedTextMessageData,
    file: record,
    location: record.location,
    contacts:
      record.contact === undefined
        ? (record.messageData?.contacts ?? record.contacts?.contacts ?? [])
        : [record.contact],
    poll: record.pollMessageData,
    quoted: record.quotedMessage,
    body: record,
  }
}

export function partsOfData(data: MessageData): ContentParts {
  const many = data.contacts?.contacts ?? data.messageData?.contacts ?? []
  return {
    typeMessage: typeOf(data.typeMessage),
    text: data.textMessageData?.textMessage || (data.textMessage ?? ''),
    extended: data.extendedTextMessageData,
    file: data.fileMessageData,
    location: data.locationMessageData,
    contacts: data.contactMessageData === undefined ? many : [data.contactMessageData],
    poll: data.pollMessageData ?? data.pollCreationMessage,
    quoted: data.quotedMessage,
    body: data,
  }
}

export function partsOfQuote(quoted: QuotedMessage): ContentParts {
  return {
    typeMessage: typeOf(quoted.typeMessage),
    text: quoted.textMessage ?? '',
    extended: quoted.extendedTextMessage ?? quoted.extendedTextMessageData,
    file: quoted,
    location: quoted.location,
    contacts: quoted.contact === undefined ? [] : [quoted.contact],
    poll: quoted.pollMessageData,
    quoted: undefined,
    body: quoted,
  }
}
