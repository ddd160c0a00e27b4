import { ContactCards } from '../bubble/contact-cards.tsx'
import type { ContentView } from './content-view.ts'

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
