import type { LinkPreviewChoice } from '../../../contract/sending.ts'

/** What a person chose for the link of a draft, by the number under which it is stored. */
export const storedPreviews: readonly LinkPreviewChoice[] = [true, false, 'small', 'large']
