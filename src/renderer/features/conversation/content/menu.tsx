import type { MessageContent } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ForeignLink, KindFoot, MenuOptions } from '../bubble/kind-card.tsx'
import { TextContent } from '../bubble/text-content.tsx'
import { useMessageStop } from '../conversation-context.ts'
import { textHeight, type ContentProps, type ContentView } from './content-view.ts'

type Menu = Extract<MessageContent, { kind: 'menu' | 'template' }>

const view = {
  copiedText: ({ title, text, options, footer }: Menu) =>
    [
      title,
      text,
      ...options.map((option) => `- ${[option.text, option.value].filter(Boolean).join(' ') || option.id}`),
      footer,
    ]
      .filter(Boolean)
      .join('\n'),
  height: ({ text, title, options }: Menu) =>
    70 + textHeight(text) + textHeight(title) + Math.min(options.length, 20) * 32,
}

export const menu: ContentView<'menu'> = { Bubble: MenuBubble, ...view }
export const template: ContentView<'template'> = {
  Bubble: TemplateBubble,
  copiedText: (content) => [view.copiedText(content), content.mediaUrl].filter(Boolean).join('\n'),
  height: (content) => view.height(content) + (content.mediaUrl === '' ? 0 : 24),
}

function MenuBubble({ content, meta }: ContentProps<'menu'>) {
  const t = useTranslations()
  return (
    <>
      <div className="fwd">
        <Icon name="menu" />
        {t('kind.menu')}
      </div>
      <div className="kcard">
        <MenuText menu={content} />
        <MenuOptions options={content.options} more={content.more} label={t('conversation.menu.options')} />
        <KindFoot note={content.footer} meta={meta} />
      </div>
    </>
  )
}

function TemplateBubble({ content, meta }: ContentProps<'template'>) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { name, params, mediaUrl } = content
  return (
    <>
      <div className="fwd">
        <Icon name="template" />
        {t('kind.template')}
        {name !== '' && (
          <code className="ell">
            <bdi>{name.slice(0, 100)}</bdi>
          </code>
        )}
      </div>
      <div className="kcard">
        {mediaUrl !== '' && (
          <div className="d ell">
            <ForeignLink url={mediaUrl} stop={stop} />
          </div>
        )}
        <MenuText menu={content} />
        {params.length > 0 && content.text === '' && (
          <div className="d" dir="auto">
            {params.join(', ')}
          </div>
        )}
        <MenuOptions options={content.options} more={content.more} label={t('conversation.menu.options')} />
        <KindFoot note={content.footer} meta={meta} />
      </div>
    </>
  )
}

function MenuText({ menu: { title, text } }: { readonly menu: Menu }) {
  return (
    <>
      {title !== '' && (
        <div className="t" dir="auto">
          {title}
        </div>
      )}
      {text !== '' && <TextContent text={text} caption meta={null} />}
    </>
  )
}
