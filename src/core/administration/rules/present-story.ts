import type { StoryRecord } from '../../../api/schema/story.ts'
import type { Story, StoryKind } from '../../../contract/service-chat.ts'
import { serviceTime } from '../../messages/archive/rules/position.ts'
import { nameFromId } from '../../reading/rules/identity.ts'

const kinds: ReadonlyMap<string, StoryKind> = new Map([
  ['textMessage', 'text'],
  ['extendedTextMessage', 'text'],
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['deletedMessage', 'deleted'],
])

/** Longest texts that the window is given: a story of the messenger is shorter. */
const longest = { id: 200, name: 200, text: 4000, type: 100, thumbnail: 200_000 }

/** A story as the window shows it. Strangers wrote each field. */
export function presentStory(record: StoryRecord): Story {
  const type = record.typeMessage ?? ''
  const kind = kinds.get(type) ?? 'other'
  const person = record.senderId ?? record.chatId ?? ''
  const text = [record.extendedTextMessage?.text, record.textMessage, record.caption].find(Boolean) ?? ''
  const background = record.extendedTextMessage?.backgroundColor ?? ''
  const thumbnail = record.jpegThumbnail ?? ''
  return {
    id: record.idMessage.slice(0, longest.id),
    kind,
    type: type.slice(0, longest.type),
    at: serviceTime(record.timestamp),
    person: {
      id: person.slice(0, longest.id),
      name: (record.senderContactName || record.senderName || nameFromId(person)).slice(0, longest.name),
    },
    text: kind === 'deleted' ? '' : text.slice(0, longest.text),
    background: /^#[\da-f]{6}$/iu.test(background) ? background.toLowerCase() : null,
    thumbnail: thumbnail.length <= longest.thumbnail ? thumbnail : '',
    hasFile: kind !== 'deleted' && (record.downloadUrl ?? '') !== '',
  }
}
