import { onTestFinished } from 'vitest'
import type { ChatFilter, ChatPage } from '../../../contract/chats.ts'
import type { Message, WindowAnchor } from '../../../contract/messages.ts'
import { createTestArchive, type TestArchive } from '../../testing/create-test-archive.ts'
import { chatReads } from '../tx/chats.ts'
import { messageReads } from '../tx/messages.ts'

/** An archive of one test, with the chats and the messages that the window would show of it. */
export interface TestReading extends TestArchive {
  /** A record of a text, as the service's history has it. */
  text(textMessage: string, more?: object): { readonly typeMessage: string; readonly textMessage: string }
  list(filter?: ChatFilter, search?: string): ChatPage
  titles(filter?: ChatFilter, search?: string): readonly string[]
  window(
    chatId: string,
    anchor?: WindowAnchor,
    before?: number,
    after?: number,
  ): ReturnType<(typeof messageReads)['messages.window']>
  /** The texts of rows; of others what they hold instead. */
  texts(rows: readonly Message[]): readonly string[]
}

export function openReading(): TestReading {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance, chat } = archive
  const list: TestReading['list'] = (filter = 'all', search) =>
    chatReads['chats.list'](tx, {
      scope: instance,
      filter,
      offset: 0,
      limit: 50,
      ...(search === undefined ? {} : { text: search }),
    })
  return {
    ...archive,
    text: (textMessage, more = {}) => ({ typeMessage: 'textMessage', textMessage, ...more }),
    list,
    titles: (...of) => list(...of).rows.map((row) => row.title),
    window: (chatId, anchor = { kind: 'newest' }, before = 50, after = 50) =>
      messageReads['messages.window'](tx, { chat: chat(chatId), anchor, before, after }),
    texts: (rows) => rows.map(({ content }) => (content.kind === 'text' ? content.text : content.kind)),
  }
}
