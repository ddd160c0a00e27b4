import type { IncomingNews } from './news.ts'

/** Signs for what has no text: they need no language. */
const signs: Readonly<Partial<Record<IncomingNews['kind'], string>>> = {
  image: '📷',
  video: '🎬',
  audio: '🎤',
  document: '📄',
  sticker: '🖼',
  location: '📍',
  contacts: '👤',
  poll: '📊',
}

/** What a notice says below its title. */
export function noticeBody(news: IncomingNews): string {
  const sign = signs[news.kind]
  const said = [sign, news.text].filter((part) => part !== undefined && part !== '').join(' ') || '…'
  return news.sender === '' ? said : `${news.sender}: ${said}`
}
