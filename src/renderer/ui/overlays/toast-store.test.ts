import { expect, test } from 'vitest'
import { showToast, useToastStore } from './toast-store.ts'

const shown = () =>
  useToastStore.getState().toasts.map(({ content }) => (content.kind === 'words' ? content.wording.id : ''))

test('a toast that says the same takes the place of the first; one that can be undone stays', () => {
  showToast('ui.copied')
  showToast('chats.archivedToast', { action: { wording: { id: 'ui.undo' }, run: () => undefined } })
  showToast('ui.copied')
  expect(shown()).toEqual(['chats.archivedToast', 'ui.copied'])
  showToast('chats.archivedToast', { action: { wording: { id: 'ui.undo' }, run: () => undefined } })
  expect(shown()).toEqual(['chats.archivedToast', 'ui.copied', 'chats.archivedToast'])
})
