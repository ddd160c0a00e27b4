import type { NoticeCandidate } from './tx/notice-candidates.ts'

/** Signs for what has no text: they need no language. */
const signs: Readonly<Partial<Record<NoticeCandidate['kind'], string>>> = {
  image: '📷',
  video: '🎬',
  audio: '🎤',
  document: '📄',
  sticker: '🖼',
  location: '📍',
  contacts: '👤',
  poll: '📊',
  order: '🛒',
  product: '🛍',
  menu: '📋',
  template: '📋',
  invitation: '👥',
}

/** What a notice says below its title. */
export function noticeBody(candidate: NoticeCandidate): string {
  const sign = signs[candidate.kind]
  const text = [sign, candidate.text].filter((part) => part !== undefined && part !== '').join(' ') || '…'
  return candidate.sender === '' ? text : `${candidate.sender}: ${text}`
}
