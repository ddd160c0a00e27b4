import { z } from 'zod'

/** A text that a damaged row may lose without costing the rest of the content. */
export const storedText = z.string().catch('')
/** The same of a preview's ref. */
export const storedRef = z.string().nullable().catch(null)
