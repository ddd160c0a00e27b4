import { z } from 'zod'
import { id, lenient, lenientList, text } from './lenient.ts'

/**
 * A template of a business account (service 10.9); older editions call its id `id`. `data` holds the words, with blanks
 * as `{{1}}`, and its buttons in brackets behind them.
 */
const template = z.looseObject({
  templateId: lenient(id),
  id: lenient(id),
  elementName: lenient(text),
  languageCode: lenient(text),
  category: lenient(text),
  data: lenient(text),
  /** TEXT, IMAGE, VIDEO, DOCUMENT, CAROUSEL or LOCATION. */
  templateType: lenient(text),
  /** JSON as text: header, data (the body), footer and buttons apart. */
  containerMeta: lenient(text),
  status: lenient(text),
})

export const templatesResult = z.looseObject({ templates: lenientList(template) })

export type TemplateRecord = z.output<typeof template>
