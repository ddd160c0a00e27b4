import type { ChatChange } from '../../contract/chats.ts'
import type { MessageId, TranslationValues } from '../lib/translations.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'

/** Says what was done with chats, and offers to undo it where nobody changed them since. */
export function useUndoToast(): (
  changes: readonly ChatChange[],
  wording: MessageId,
  values?: TranslationValues,
) => void {
  const [undo] = useContractCommand('chats.undo')
  return (changes, wording, values = {}) =>
    showToast(wording, {
      values,
      tone: 'plain',
      action: { wording: { id: 'ui.undo' }, run: () => void undo({ changes: [...changes] }) },
    })
}
