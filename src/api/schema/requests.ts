import { z } from 'zod'
import type { HttpUpload } from '../http.ts'
import { settingsChange } from './instance.ts'
import { limits } from './limits.ts'

const requiredText = z.string().min(1)

export const chatRequest = z.object({ chatId: requiredText })
export const groupRequest = z.object({ groupId: requiredText })
export const historyRequest = z.object({ chatId: requiredText, count: z.int().positive().optional() })
export const messageRequest = z.object({ chatId: requiredText, idMessage: z.string().min(limits.messageIdLength) })
export const lifetimeRequest = z.object({
  chatId: requiredText,
  /** Seconds (service 11.4.6). */
  ephemeralExpiration: z.literal([0, 86_400, 604_800, 7_776_000]),
})
export const stateHistoryRequest = z.object({ count: z.int().positive().optional() })
export const downloadFileRequest = z.object({ chatId: requiredText, idMessage: requiredText })
export const readChatRequest = z.object({ chatId: requiredText, idMessage: requiredText.optional() })
/** The id of an entry of a journal of calls. */
export const callRecordingRequest = z.object({ idMessage: requiredText })
export const journalRequest = z.object({ minutes: z.int().positive().optional() })
/** Without `sellerJid` one of the two documented editions refuses (service 10.9). */
export const orderDetailsRequest = z.object({ orderId: requiredText, token: requiredText, sellerJid: requiredText })
/** By exactly one of them: the id on WhatsApp, the username on Telegram (service 10.2). */
export const checkAccountRequest = z.union([
  z.object({ phoneNumber: z.int().positive(), force: z.boolean().optional() }),
  z.object({ chatId: requiredText }),
  z.object({ username: requiredText }),
])
export const settingsRequest = settingsChange
export const nothing = z.object({})
export const deleteRequest = z.object({ receiptId: requiredText.regex(/^[\w-]+$/) })

export const receiveRequest = z.object({
  /** Seconds. 20 to 30 are preferred: at 60 a gateway cuts the wait (service 10.3). */
  receiveTimeout: z.int().min(limits.receiveTimeoutSeconds.min).max(limits.receiveTimeoutSeconds.max).optional(),
})

/** The target of a send of any kind; a quote is a message of the same chat (service 11.3.1). */
const toChat = { chatId: requiredText, quotedMessageId: requiredText.optional() }

export const sendMessageRequest = z.object({
  ...toChat,
  /** The service shows "typing" for so long before the text, ms; messages behind it wait (service 11.4.5). */
  typingTime: z.int().min(1000).max(20_000).optional(),
  /** Whether the service makes a preview of a link in the text. Default: the instance's setting. */
  linkPreview: z.boolean().optional(),
  /** WhatsApp alone. */
  typePreview: z.enum(['small', 'large']).optional(),
  customPreview: z
    .object({
      title: requiredText.max(300),
      description: z.string().max(300).optional(),
      link: z.string().max(300).optional(),
      /** Of a large one. */
      urlFile: z.string().optional(),
      /** Of a small one, base64. */
      jpegThumbnail: z.string().optional(),
    })
    .optional(),
  message: z
    .string()
    .max(limits.messageLength)
    .refine((message) => message.trim() !== ''),
})

/** The bytes of a file, read while the request is written, once for each call of `open`. */
const upload = z.custom<HttpUpload>((value) => typeof value === 'object' && value !== null && 'open' in value)

/** A name that a file is sent under: its extension decides what kind of message it becomes (service 11.1). */
const fileName = requiredText.max(255)

export const uploadFileRequest = z.object({ file: upload, fileName })
export const sendFileByUploadRequest = z.object({ ...toChat, file: upload, fileName, caption: z.string().optional() })
export const sendFileByUrlRequest = z.object({
  ...toChat,
  urlFile: requiredText,
  fileName,
  caption: z.string().optional(),
})

export const sendLocationRequest = z.object({
  ...toChat,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  nameLocation: z.string().optional(),
  address: z.string().optional(),
})

export const sendContactRequest = z.object({
  ...toChat,
  contact: z.union([
    /** A person by number: the WhatsApp and Telegram families. */
    z.object({
      phoneContact: z.int().positive(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      company: z.string().optional(),
    }),
    /** A person of the account's contacts: the v3 family. */
    z.object({ chatId: requiredText }),
  ]),
})

export const sendPollRequest = z.object({
  ...toChat,
  message: requiredText,
  options: z.array(z.object({ optionName: requiredText })),
  multipleAnswers: z.boolean().optional(),
  /** MAX: true when absent. */
  allowToChangeAnswer: z.boolean().optional(),
  /** Telegram: true when absent. */
  isAnonymous: z.boolean().optional(),
  /** Telegram. A quiz has one right answer, counted from 0. */
  type: z.enum(['regular', 'quiz']).optional(),
  correctOptionId: z.int().min(0).optional(),
})

const templateMedia = ['image', 'video', 'document'] as const

/** The params fill the template's blanks in their order. */
export const sendTemplateRequest = z.object({
  ...toChat,
  templateId: requiredText,
  params: z.array(requiredText).optional(),
  /** The file above the words: every template but a TEXT has one. */
  message: z
    .object({
      type: z.enum(templateMedia),
      image: z.object({ link: requiredText }).optional(),
      video: z.object({ link: requiredText }).optional(),
      document: z.object({ link: requiredText }).optional(),
    })
    .optional(),
})

/** One message per call: of several only one is forwarded (service 11.3.8). */
export const forwardRequest = z.object({
  chatId: requiredText,
  chatIdFrom: requiredText,
  messages: z.array(requiredText).length(1),
})

export const editMessageRequest = z.object({ chatId: requiredText, idMessage: requiredText, message: requiredText })
export const deleteMessageRequest = z.object({
  chatId: requiredText,
  idMessage: requiredText,
  /** True: only the sender's copy is deleted. */
  onlySenderDelete: z.boolean().optional(),
})
export const reactionRequest = z.object({ chatId: requiredText, idMessage: requiredText, reaction: z.string() })

/** A phone number of a login: 7 to 15 digits without a plus (E.164). */
export const loginPhoneRequest = z.object({ phoneNumber: z.int().min(1_000_000).max(999_999_999_999_999) })
/** Telegram needs its password together with an empty code (service 11.7.2). */
export const loginCodeRequest = z.object({ code: z.string().max(64), password: z.string().max(256).optional() })
export const loginPasswordRequest = z.object({ password: requiredText.max(256) })

/** A JPEG; its name decides nothing. */
export const pictureRequest = z.object({ file: upload, fileName })

export const createGroupRequest = z.object({
  groupName: requiredText.max(100),
  chatIds: z.array(requiredText).min(1).max(1000),
})
export const groupNameRequest = z.object({ groupId: requiredText, groupName: requiredText.max(100) })
/** Any of the family's switches beside the group's id (service 11.6). */
export const groupSettingsRequest = z.object({ groupId: requiredText }).catchall(z.boolean())
export const participantRequest = z.object({ groupId: requiredText, participantChatId: requiredText })
export const groupPictureRequest = z.object({ groupId: requiredText, file: upload, fileName })

export const saveContactRequest = z.object({
  chatId: requiredText,
  firstName: requiredText.max(255),
  lastName: z.string().max(255).optional(),
  /** WhatsApp only: also in the phone's own address book. */
  saveInAddressbook: z.boolean().optional(),
})
