import { z } from 'zod'
import { command } from './define.ts'
import { chatKey, instanceKey, messageKey, quickReplyKey, type MessageKey } from './ids.ts'
import { outgoingFiles, uploadId } from './uploads.ts'
import { linkPreview } from './link-preview.ts'

/** Files that a template can have above its words. */
export const templateMediaKinds = ['image', 'video', 'document'] as const
const templateMediaKind = z.enum(templateMediaKinds)

/** The idempotency key of a send. */
const sendId = z.string().min(8).max(64).optional()

const sendAt = z.object({
  /** Epoch ms. */
  at: z.int(),
  /** The IANA name of the time zone in which the person chose it. */
  zone: z.string().max(64),
})
export type SendAt = z.infer<typeof sendAt>

const short = z.string().max(200)
/** Content other than a text. */
const outgoingContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: short,
    address: z.string().max(500),
  }),
  z.object({
    kind: z.literal('contact'),
    /** Digits; '' if unknown. */
    phone: z.string().regex(/^\d{0,16}$/),
    /** The person's chat id, which the v3 family needs; '' if unknown. */
    chatId: short,
    firstName: short,
    lastName: short,
    company: short,
  }),
  z.object({
    kind: z.literal('poll'),
    question: z.string().trim().min(1).max(255),
    /** All different. */
    options: z
      .array(z.string().trim().min(1).max(100))
      .min(2)
      .max(12)
      .refine((options) => new Set(options).size === options.length),
    multiple: z.boolean(),
    /** Whether an answer can be changed; the v3 family alone. Default: the service's. */
    changeable: z.boolean().optional(),
    /** Whether nobody sees who voted; Telegram alone. Default: the service's. */
    anonymous: z.boolean().optional(),
    /** A quiz: the index of the option that is right; Telegram alone. */
    correct: z.int().min(0).max(11).optional(),
  }),
  z.object({
    kind: z.literal('template'),
    templateId: z.string().min(1).max(200),
    name: z.string().max(512),
    /** Its words with their blanks, which the archive keeps filled in: the service shows only the params. */
    text: z.string().max(5000),
    /** Above the words, with blanks of its own, and below them. */
    header: z.string().max(1000).optional(),
    footer: z.string().max(1000).optional(),
    buttons: z.array(z.string().max(200)).max(20).optional(),
    /** For each blank, those of the header first, in their order. */
    params: z.array(z.string().trim().min(1).max(1024)).max(100),
    /** A file above the words: the messenger fetches it from an address, or from the service, where it goes first. */
    media: z
      .union([
        z.object({ kind: templateMediaKind, link: z.url({ protocol: /^https?$/ }).max(2000) }),
        z.object({ kind: templateMediaKind, upload: uploadId }),
      ])
      .optional(),
  }),
])
export type OutgoingContent = z.infer<typeof outgoingContent>

/** A template, which the messenger approves beforehand. Nothing else reaches a customer who is silent for a day. */
export interface Template {
  /** The service's id, by which it is sent. */
  readonly id: string
  /** Its name in the console; '' if the service gave none. */
  readonly name: string
  /** The service's language code, such as `en` or `pt_BR`; '' if unknown. */
  readonly language: string
  readonly category: string
  /** Its words, with blanks as `{{1}}`; '' if the service gave none. */
  readonly text: string
  /** The words above and below; '' for none. A header has blanks of its own. */
  readonly header: string
  readonly footer: string
  readonly buttons: readonly string[]
  /** The file that it needs above its words; null: none. `other`: what can't be sent from here. */
  readonly media: (typeof templateMediaKinds)[number] | 'other' | null
  /** The messenger's word for its approval, such as `APPROVED`; '' if unknown. */
  readonly status: string
}

/** Commands for own messages. Errors of a text: textBlank, textTooLong, bodyTooLarge, textBroken. */
export const sendingCommands = {
  /**
   * Writes message and outbox row in one transaction; answers when it is durable. Errors: those of a text, and
   * `answeredMeanwhile`: in a shared instance, somebody else answered after the draft was begun; `answeredToo` sends it
   * anyway. `quote`: a message of the chat that the service has; else `quoteNotPossible`. `sendAt`: schedules it;
   * errors `schedulePast`, `scheduleFar`. `sendId`: an idempotency key, new for each message. A repeated call with it
   * returns the message of the first: after a lost connection the caller can't know whether that call arrived.
   */
  'messages.send': command<{ readonly message: MessageKey }>()(
    z.object({
      chat: chatKey,
      text: z.string(),
      quote: messageKey.nullable().optional(),
      linkPreview: linkPreview.optional(),
      /** True: not written in the composer, so its draft stays. */
      keepDraft: z.boolean().optional(),
      /** The quick reply used. */
      quickReply: quickReplyKey.optional(),
      answeredToo: z.boolean().optional(),
      sendId,
      sendAt: sendAt.optional(),
    }),
  ),
  /** The same for what is not a text. Errors: `contactNotPossible`, `quoteNotPossible`, and of its file those below. */
  'messages.sendContent': command<{ readonly message: MessageKey }>()(
    z.object({ chat: chatKey, content: outgoingContent, quote: messageKey.nullable().optional(), sendId }),
  ),
  /** Asks the service for the templates of an instance, approved ones first. Error `operationMissing`. */
  'templates.read': command<readonly Template[]>()(z.object({ instance: instanceKey })),
  /**
   * Sends complete files, one message each, in this order, then the text as another message unless it is blank or the
   * caption of a single file (`isCaption`); all or none. The quote belongs to the text, else to the first file. Errors:
   * those of the text, fileNotWhole, notFound, captionTooLong, quoteNotPossible, answeredMeanwhile. `sendAt`: schedules
   * all of them; errors as `messages.send`.
   */
  'messages.sendFiles': command<{ readonly messages: readonly MessageKey[] }>()(
    z.object({
      chat: chatKey,
      files: outgoingFiles,
      text: z.string(),
      quote: messageKey.nullable().optional(),
      quickReply: quickReplyKey.optional(),
      answeredToo: z.boolean().optional(),
      sendId,
      sendAt: sendAt.optional(),
    }),
  ),
  /** Forwards within one instance: a new message for each message and chat, in the original order. */
  'messages.forward': command<{ readonly messages: readonly MessageKey[] }>()(
    z.object({ messages: z.array(messageKey).min(1).max(100), chats: z.array(chatKey).min(1).max(50), sendId }),
  ),
  /** Edits the text of an own message at the service. Errors: those of a text, `notEditable`, and the service's. */
  'messages.edit': command<void>()(z.object({ message: messageKey, text: z.string() })),
  /** Deletes an own message for everybody at the service. Its text stays here. */
  'messages.deleteForEveryone': command<void>()(z.object({ message: messageKey })),
  /** Sets the account's reaction; '' removes it. */
  'messages.react': command<void>()(z.object({ message: messageKey, emoji: z.string().max(32) })),
  /**
   * Retries messages that failed, expired or wait for the person: a new attempt of the same row. If the service had
   * given the message an id, the retry is a new row, and the old one keeps its final status.
   */
  'messages.retry': command<void>()(z.object({ messages: z.array(messageKey).min(1).max(1000) })),
  /**
   * Undoes a submission: cancels those of its messages that have not left and gives them back to the draft, in their
   * order. `text`: what went back into the draft. Error `notCancellable`: all have left.
   */
  'messages.undoSend': command<{ readonly undone: number; readonly text: string }>()(
    z.object({ messages: z.array(messageKey).min(1).max(5000) }),
  ),
  'messages.cancel': command<{ readonly text: string }>()(z.object({ message: messageKey })),
  /** Schedules a waiting message, or changes its time. Errors: `notEditable`, `schedulePast`, `scheduleFar`. */
  'messages.schedule': command<void>()(z.object({ message: messageKey, sendAt })),
  /** Sends a scheduled message at once, or one of a program although programs are paused. Error: `notEditable`. */
  'messages.sendNow': command<void>()(z.object({ message: messageKey })),
  'messages.editQueued': command<void>()(z.object({ message: messageKey, text: z.string() })),
  /** Uncertain: searches for the message at the service now. "Not found" does not prove that it was not sent. */
  'messages.checkAgain': command<{ readonly found: boolean }>()(z.object({ message: messageKey })),
  /** Uncertain: sends again; the person accepts that the customer may get the message twice. */
  'messages.sendAgain': command<{ readonly message: MessageKey }>()(z.object({ message: messageKey })),
  /** Uncertain: closes the question; the message stays in the chat with what is known. */
  'messages.dismiss': command<void>()(z.object({ message: messageKey })),
}
