import { z } from 'zod'
import { id, lenient, lenientList, text } from './lenient.ts'

/**
 * A template of a business account (service 10.9). Only the names of five fields are documented; the id is read under
 * both names that other operations have for it. `data` holds the words, with blanks as `{{1}}`.
 */
const template = z.looseObject({
  templateId: lenient(id),
  id: lenient(id),
  elementName: lenient(text),
  languageCode: lenient(text),
  category: lenient(text),
  data: lenient(text),
  status: lenient(text),
})

export const templatesResult = z.looseObject({ templates: lenientList(template) })

export type TemplateRecord = z.output<typeof template>
