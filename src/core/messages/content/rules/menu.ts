import { z } from 'zod'
import { menuPart, readPart, type MenuPart } from '../../../../api/schema/business-parts.ts'
import type { MenuOption } from '../../../../contract/business-kinds.ts'
import { readChoice } from './choice.ts'
import { storedText, type ContentKind } from './content-kind.ts'
import type { StoredMenu } from './stored-content.ts'

/** So many options of a menu are kept; the others are counted. */
const mostOptions = 100

const optionSchema = z.object({
  text: storedText,
  description: storedText,
  section: storedText,
  action: z.enum(['reply', 'url', 'call', 'copy']).catch('reply'),
  value: storedText,
  id: storedText,
})

export const menuFields = {
  title: storedText,
  text: storedText,
  footer: storedText,
  button: storedText,
  options: z.array(optionSchema).catch([]),
  more: z.number().catch(0),
}

/** Words and options of a menu, whichever of its spellings they came in (service 10.9). */
export function menuOf(part: MenuPart): StoredMenu {
  const options = [
    ...(part.buttons ?? []).map(optionOfButton),
    ...(part.sections ?? []).flatMap(optionsOfSection),
  ].filter(({ text, description, value, id }) => text !== '' || description !== '' || value !== '' || id !== '')
  return {
    title: part.titleText || part.title || (part.header ?? ''),
    text: part.contentText || part.body || (part.message ?? ''),
    footer: part.footerText || (part.footer ?? ''),
    button: part.buttonText ?? '',
    options: options.slice(0, mostOptions),
    more: Math.max(0, options.length - mostOptions),
  }
}

type Button = NonNullable<MenuPart['buttons']>[number]

function optionOfButton(button: Button): MenuOption {
  const text = button.buttonText || button.displayText || (button.title ?? '')
  const option = { text, description: '', section: '', id: button.buttonId ?? button.id ?? '' }
  const { url = '', phoneNumber = '', copyCode = '' } = button
  if (button.type === 'url' || (button.type === undefined && url !== ''))
    return { ...option, action: 'url', value: url }
  if (button.type === 'call' || (button.type === undefined && phoneNumber !== ''))
    return { ...option, action: 'call', value: phoneNumber }
  if (button.type === 'copy' || (button.type === undefined && copyCode !== ''))
    return { ...option, action: 'copy', value: copyCode }
  return { ...option, action: 'reply', value: '' }
}

const optionsOfSection = (section: NonNullable<MenuPart['sections']>[number]): readonly MenuOption[] =>
  (section.rows ?? []).map((row) => ({
    text: row.title ?? '',
    description: row.description ?? '',
    section: section.title ?? '',
    action: 'reply',
    value: '',
    id: row.rowId ?? '',
  }))

export const menuText = ({ title, text, options }: StoredMenu): string => text || title || (options[0]?.text ?? '')

export const menuParts = (menu: StoredMenu): readonly string[] => [
  menuText(menu),
  menu.title,
  menu.footer,
  menu.button,
  ...menu.options.flatMap(({ text, description, section, value }) => [text, description, section, value]),
]

export const menuLines = ({ title, text, footer, options }: Omit<StoredMenu, 'button' | 'more'>): readonly string[] => [
  title,
  text,
  ...options.map(
    (option) => `- ${[option.text, option.description, option.value].filter(Boolean).join(' · ') || option.id}`,
  ),
  footer,
]

/** Buttons and lists, whoever sent them. An `interactiveButtonsReply` is a menu too, not an answer to one. */
export const menu: ContentKind<'menu'> = {
  types: ['interactiveButtons', 'interactiveButtonsReply', 'buttonsMessage', 'listMessage'],
  schema: z.object({ kind: z.literal('menu'), ...menuFields }),
  parse({ body }) {
    const part = readPart(
      menuPart,
      body,
      'interactiveButtons',
      'interactiveButtonsReply',
      'buttonsMessage',
      'buttonMessage',
      'listMessage',
    )
    if (part === undefined) return { kind: 'unsupported' }
    const menu = menuOf(part)
    // Some programs take this type for an answer, and so may somebody who writes one.
    const choice = menuText(menu) === '' ? readChoice(body) : null
    return choice !== null && choice.text !== '' ? choice : { kind: 'menu', ...menu }
  },
  precedence: 14,
  listText: menuText,
  searchParts: menuParts,
  signature: () => '',
  editable: null,
  exportLines: (content) => ['[menu]', ...menuLines(content)],
}
