import { useState } from 'react'
import type { ContentView } from './content-view.ts'
import type { ContactCard } from '../../../../contract/index.ts'
import { hueOf, hueOfPhone, initialsOf } from '../../../../contract/values.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { MenuButton } from '../../../ui/overlays/menu.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { useConversation, useMessageStop } from '../conversation-context.ts'

const shownAtFirst = 3

/** Visiting cards that were sent. */
function ContactCards({ cards }: { readonly cards: readonly ContactCard[] }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const [all, setAll] = useState(false)
  const shown = all ? cards : cards.slice(0, shownAtFirst)
  // Nobody was in it, or under names that nobody described: no bubble is blank.
  if (cards.length === 0) return <span className="marker">{t('kind.contacts')}</span>
  return (
    <>
      {shown.map((card, index) => (
        <Card key={index} card={card} />
      ))}
      {cards.length > shown.length && (
        <Button kind="text" tabIndex={stop} onClick={() => setAll(true)}>
          {t('conversation.moreContacts', { count: cards.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function Card({ card }: { readonly card: ContactCard }) {
  const t = useTranslations()
  const stop = useMessageStop()
  const { openChatWith } = useConversation()
  const [first] = card.phones
  const name = card.name || first?.display || t('kind.contacts')
  const line = [card.organisation, ...card.phones.map((phone) => phone.display), ...card.emails].filter(Boolean)
  return (
    <div className="card file">
      <Avatar initials={initialsOf(name)} hue={first === undefined ? hueOf(name) : hueOfPhone(first.number)} />
      <div className="grow">
        <div className="t ell">
          <bdi>{name}</bdi>
        </div>
        {line.slice(0, 4).map((text, index) => (
          <div key={index} className="d ell num">
            <bdi>{text}</bdi>
          </div>
        ))}
      </div>
      {(card.phones.length > 0 || card.emails.length > 0) && (
        <MenuButton
          label={t('kind.contacts')}
          align="end"
          entries={() => [
            ...card.phones.flatMap((phone) => [
              {
                kind: 'item',
                label: t('conversation.copyValue', { value: phone.display }),
                icon: 'copy',
                run: () => void copyText(phone.number),
              } as const,
              {
                kind: 'item',
                label: t('conversation.writeTo', { value: phone.display }),
                icon: 'chat',
                run: () => openChatWith(phone.number),
              } as const,
            ]),
            ...card.emails.map(
              (email) =>
                ({
                  kind: 'item',
                  label: t('conversation.copyValue', { value: email }),
                  icon: 'copy',
                  run: () => void copyText(email),
                }) as const,
            ),
          ]}
        >
          <Button size="compact" tabIndex={stop}>
            {t('conversation.contactActions')}
          </Button>
        </MenuButton>
      )}
    </div>
  )
}

export const contacts: ContentView<'contacts'> = {
  Bubble: ({ content, meta }) => (
    <>
      <ContactCards cards={content.cards} />
      <div className="meta-row">{meta}</div>
    </>
  ),
  copiedText: ({ cards }) =>
    cards
      .map((card) => [card.name, ...card.phones.map(({ display }) => display), ...card.emails].join('\n'))
      .join('\n\n'),
  height: ({ cards }) => 40 + Math.min(cards.length, 3) * 60,
}
