import { z } from 'zod'
import { command } from './define.ts'
import type { MessageKey } from './ids.ts'
import { chatKey, messageKey, quickReplyKey } from './ids.ts'
import { outgoingFiles } from './uploads.ts'

/** A send that may be told twice is named by whoever writes it. */
const sendId = z.string().min(8).max(64).optional()

const sendAt = z.object({
  /** Epoch ms. */
  at: z.int(),
  /** The IANA name of the time zone in which the person chose it. */
  zone: z.string().max(64),
})
export type SendAt = z.infer<typeof sendAt>

const short = z.string().max(200)
/** What a person puts together besides a text. */
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
    /** Digits; '' where it is not known. */
    phone: z.string().regex(/^\d{0,16}$/),
    /** The person's chat id, which the v3 family wants; '' where it is not known. */
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
  }),
])
export type OutgoingContent = z.infer<typeof outgoingContent>

/**
 * What makes, changes and takes back own messages; errors of a text are textBlank, textTooLong, bodyTooLarge and
 * textBroken.
 */
export const sendingCommands = {
  /**
   * Writes message and job in one transaction; done when it is on disk. Errors: textBlank, textTooLong, bodyTooLarge,
   * textBroken. `answeredMeanwhile`: in an instance of a team somebody else answered after the draft was begun;
   * `answeredToo` sends all the same. `quote`: a message of the chat that the service knows; `quoteNotPossible` where
   * it is not. `sendAt`: goes at that time; errors `schedulePast`, `scheduleFar`. `sendId`: made by whoever writes, new
   * for each message. The same one again is the same send, answered with the message that it made: a pipe that broke
   * before the answer leaves no other way to know.
   */
  'messages.send': command<{ readonly message: MessageKey }>()(
    z.object({
      chat: chatKey,
      text: z.string(),
      quote: messageKey.nullable().optional(),
      /** False: the service makes no preview of a link. */
      linkPreview: z.boolean().optional(),
      /** True: it was written elsewhere than in the composer, whose draft stays. */
      keepDraft: z.boolean().optional(),
      /** It was written with this quick reply. */
      quickReply: quickReplyKey.optional(),
      answeredToo: z.boolean().optional(),
      sendId,
      sendAt: sendAt.optional(),
    }),
  ),
  /** The same for what is not a text. Errors: `contactNotPossible`, `quoteNotPossible`. */
  'messages.sendContent': command<{ readonly message: MessageKey }>()(
    z.object({ chat: chatKey, content: outgoingContent, quote: messageKey.nullable().optional(), sendId }),
  ),
  /**
   * Sends files that came whole, a message each, in this order, and then the text as one more where it is not blank;
   * all or none. The quote goes with the text, else with the first file. Errors: those of the text, fileNotWhole,
   * notFound, captionTooLong, quoteNotPossible, answeredMeanwhile.
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
    }),
  ),
  /** A message of its own for each message and chat, in the order in which they were written. Of one instance. */
  'messages.forward': command<{ readonly messages: readonly MessageKey[] }>()(
    z.object({ messages: z.array(messageKey).min(1).max(100), chats: z.array(chatKey).min(1).max(50), sendId }),
  ),
  /** Changes the text of an own message at the service. Errors: those of the text, `notEditable`, and the service's. */
  'messages.edit': command<void>()(z.object({ message: messageKey, text: z.string() })),
  /** Deletes an own message for everybody at the service. What it said stays here. */
  'messages.deleteForEveryone': command<void>()(z.object({ message: messageKey })),
  /** Sets the account's reaction; '' takes it back. */
  'messages.react': command<void>()(z.object({ message: messageKey, emoji: z.string().max(32) })),
  /**
   * Failed, expired or queued for a person: tries again. A new attempt of the same row; where the service had given the
   * message an id, a new row, and the old one is closed with what is known of it.
   */
  'messages.retry': command<void>()(z.object({ messages: z.array(messageKey).min(1).max(1000) })),
  'messages.cancel': command<{ readonly text: string }>()(z.object({ message: messageKey })),
  /** Gives a message that waits here a time, or another one. Errors: `notEditable`, `schedulePast`, `scheduleFar`. */
  'messages.schedule': command<void>()(z.object({ message: messageKey, sendAt })),
  /** Sends what is scheduled without waiting for its time. Error: `notEditable`. */
  'messages.sendNow': command<void>()(z.object({ message: messageKey })),
  'messages.editQueued': command<void>()(z.object({ message: messageKey, text: z.string() })),
  /** Uncertain: looks for the message at the service now. Not found is no proof that it was not sent. */
  'messages.checkAgain': command<{ readonly found: boolean }>()(z.object({ message: messageKey })),
  /** Uncertain: the person accepts that the customer may get it twice. */
  'messages.sendAgain': command<{ readonly message: MessageKey }>()(z.object({ message: messageKey })),
  /** Uncertain: closes the question; the message stays in the chat with what is known. */
  'messages.dismiss': command<void>()(z.object({ message: messageKey })),
}
