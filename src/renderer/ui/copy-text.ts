import type { MessageId, TranslationValues } from '../lib/translations.ts'
import { showToast } from './overlays/toast-store.ts'

/**
 * Puts text on the clipboard, and shows it by a toast. False where the browser refuses, which is shown too.
 *
 * @param wording of the toast; null: the caller shows it
 */
export async function copyText(
  text: string,
  wording: MessageId | null = 'ui.copied',
  values: TranslationValues = {},
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    showToast('ui.copyRefused', { tone: 'warn' })
    return false
  }
  if (wording !== null) showToast(wording, { values })
  return true
}
