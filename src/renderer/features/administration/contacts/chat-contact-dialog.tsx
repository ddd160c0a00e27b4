import type { ChatKey } from '../../../../contract/ids.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstance } from '../../../client/use-instances.ts'
import { ContactDialog } from './contact-form-dialog.tsx'

/** Adds the person of a chat to the account's contacts, or changes the name there. Loaded lazily. */
export function ChatContactDialog({ chat, onClose }: { readonly chat: ChatKey; readonly onClose: () => void }) {
  const { data: details } = useContractQuery('chats.details', { chat })
  const instance = useInstance(details?.instance)
  if (details === undefined || instance === undefined) return null
  const { chatId, contactName, senderName } = details
  return (
    <ContactDialog
      instance={instance}
      contact={{ id: chatId, name: contactName ?? senderName ?? '', inContacts: contactName !== null }}
      onClose={onClose}
    />
  )
}
