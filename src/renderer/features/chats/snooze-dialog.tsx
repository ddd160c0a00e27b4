import type { ChatKey } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useUndoToast } from '../../client/use-undo-toast.ts'
import { useTimes } from '../../lib/time/times.ts'
import { SendLaterDialog } from '../../ui/overlays/send-later-dialog.tsx'

/** Asks until when a chat is out of the way. Loaded lazily. */
export function SnoozeDialog({ chat, onClose }: { readonly chat: ChatKey; readonly onClose: () => void }) {
  const [snooze] = useContractCommand('chats.snooze', { errors: 'return' })
  const offerUndo = useUndoToast()
  const times = useTimes()
  return (
    <SendLaterDialog
      what="snooze"
      at={null}
      onChoose={async ({ at }) => {
        const result = await snooze({ chat, until: at })
        if (!result.ok) return result.error
        offerUndo([result.value], 'chats.snoozedUntil', { time: times.sentence(at, Date.now()) })
        onClose()
        return null
      }}
      onClose={onClose}
    />
  )
}
