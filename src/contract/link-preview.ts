// Apart from the calls that send, because the store's workers read a stored choice and should load no more than that.
import { z } from 'zod'
import { longestPreviewPicture, longestPreviewText } from './values.ts'

const previewText = z.string().trim().max(longestPreviewText)
const webAddress = z.string().regex(/^https?:\/\/\S+$/iu)

/** A preview that the writer makes; WhatsApp alone. */
export const customPreview = z.object({
  size: z.enum(['small', 'large']),
  title: previewText.min(1),
  description: previewText,
  /** The address that it names; '' for the link of the text. */
  link: z.union([z.literal(''), webAddress.max(longestPreviewText)]),
  /** Of a small one a JPEG in base64, of a large one a picture's address; '' for none. */
  picture: z.union([
    z.literal(''),
    webAddress.max(2048),
    z
      .string()
      .regex(/^[\w+/]+={0,2}$/u)
      .max(longestPreviewPicture),
  ]),
})
export type CustomPreview = z.infer<typeof customPreview>

/**
 * Whether and how the service previews the link of a text: false makes none, true as the instance is set; a size and a
 * preview of one's own on WhatsApp alone.
 */
export const linkPreview = z.union([z.boolean(), z.enum(['small', 'large']), customPreview])
export type LinkPreviewChoice = z.infer<typeof linkPreview>
