import { useEffect, type ComponentType } from 'react'
import { later } from '../ui/later.tsx'
import type { SteadyInstance } from '../../contract/instances.ts'
import { closeDialog, useCloseDialog, useDialogRequest, type DialogRequest } from '../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../lib/routing/route.ts'

/** Long enough for the first picture, before which nothing else is loaded; nobody reaches for a dialog sooner. */
const firstPictureMs = 1000

const loadNewMessage = () => import('../features/chats/new-message-dialog.tsx')
const loadPalette = () => import('../features/palette/palette.tsx')

const dialog = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  later(load, closeDialog)

const NewMessage = dialog(async () => (await loadNewMessage()).NewMessageDialog)
const AddInstance = dialog(
  async () => (await import('../features/instances/connecting/add-instance-dialog.tsx')).AddInstanceDialog,
)
const AddInstances = dialog(
  async () => (await import('../features/instances/many/add-instances-dialog.tsx')).AddInstancesDialog,
)
const Tokens = dialog(async () => (await import('../features/instances/tokens/tokens-dialog.tsx')).TokensDialog)
const Folder = dialog(async () => (await import('../features/instances/rail/folder-dialog.tsx')).FolderDialog)
const SetPassphrase = dialog(
  async () => (await import('../features/instances/tokens/set-passphrase-dialog.tsx')).SetPassphraseDialog,
)
const Backup = dialog(async () => (await import('../features/backup/backup-dialog.tsx')).BackupDialog)
const ReadBackup = dialog(async () => (await import('../features/backup/read-backup-dialog.tsx')).ReadBackupDialog)
const ImportPartner = dialog(
  async () => (await import('../features/instances/many/import-partner-dialog.tsx')).ImportPartnerDialog,
)
const EditInstance = dialog(
  async () => (await import('../features/instances/connecting/edit-instance-dialog.tsx')).EditInstanceDialog,
)
const RemoveInstance = dialog(
  async () => (await import('../features/instances/remove-instance-dialog.tsx')).RemoveInstanceDialog,
)
const PauseInstance = dialog(
  async () => (await import('../features/instances/pause-instance-dialog.tsx')).PauseInstanceDialog,
)
const EnterToken = dialog(
  async () => (await import('../features/instances/connecting/enter-token-dialog.tsx')).EnterTokenDialog,
)
const SelfCheck = dialog(
  async () => (await import('../features/instances/connecting/self-check-dialog.tsx')).SelfCheckDialog,
)
const EnableNotifications = dialog(
  async () => (await import('../features/instances/enable-notifications-dialog.tsx')).EnableNotificationsDialog,
)
const UnlockVault = dialog(
  async () => (await import('../features/instances/unlock-vault-dialog.tsx')).UnlockVaultDialog,
)
const WeakVault = dialog(
  async () => (await import('../features/instances/connecting/weak-vault-dialog.tsx')).WeakVaultDialog,
)
const Recovery = dialog(async () => (await import('../features/instances/recovery-dialog.tsx')).RecoveryDialog)
const QuickReply = dialog(
  async () => (await import('../features/quick-replies/quick-reply-dialog.tsx')).QuickReplyDialog,
)
const NewLabel = dialog(async () => (await import('../features/labels/new-label-dialog.tsx')).NewLabelDialog)
const Labels = dialog(async () => (await import('../features/labels/label-dialog.tsx')).LabelDialog)
const Contact = dialog(
  async () => (await import('../features/administration/contacts/contact-form-dialog.tsx')).ChatContactDialog,
)
const Snooze = dialog(async () => (await import('../features/chats/snooze-dialog.tsx')).SnoozeDialog)
const MergePerson = dialog(async () => (await import('../features/details/merge-dialog.tsx')).MergeDialog)
const ErasePerson = dialog(async () => (await import('../features/details/erase-dialog.tsx')).EraseDialog)
const AddProgram = dialog(
  async () => (await import('../features/programs/add/add-program-dialog.tsx')).AddProgramDialog,
)
const NewSecret = dialog(
  async () => (await import('../features/programs/inspector/new-secret-dialog.tsx')).NewSecretDialog,
)
const ChangeProgram = dialog(
  async () => (await import('../features/programs/change-program-dialog.tsx')).ChangeProgramDialog,
)
const Pairing = dialog(async () => (await import('../features/programs/pairing-dialog.tsx')).PairingDialog)
const Palette = dialog(async () => (await loadPalette()).Palette)
const Shortcuts = dialog(async () => (await import('../features/settings/shortcuts-dialog.tsx')).ShortcutsDialog)

/** Shows the dialog that was asked for, one at a time. */
export function DialogHost({ instances }: { readonly instances: readonly SteadyInstance[] }) {
  const { request, serial } = useDialogRequest()
  // Shortcuts open these many times a day: nobody waits for their scripts.
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled([loadNewMessage(), loadPalette()]), firstPictureMs)
    return () => clearTimeout(timer)
  }, [])
  return request && <Requested key={serial} request={request} instances={instances} />
}

interface RequestedProps {
  readonly request: DialogRequest
  readonly instances: readonly SteadyInstance[]
}

function Requested({ request, instances }: RequestedProps) {
  const close = useCloseDialog()
  switch (request.kind) {
    case 'addInstance':
      return <AddInstance />
    case 'addInstances':
      return <AddInstances />
    case 'folder':
      return <Folder keys={request.instances} />
    case 'tokens':
      return <Tokens />
    case 'setPassphrase':
      return <SetPassphrase onClose={close} />
    case 'backup':
      return <Backup onClose={close} />
    case 'readBackup':
      return <ReadBackup purpose={request.purpose} onClose={close} />
    case 'importPartner':
      return <ImportPartner />
    case 'unlockVault':
      return <UnlockVault />
    case 'weakVault':
      return <WeakVault onClose={close} />
    case 'recovery':
      return <Recovery />
    case 'palette':
      return <Palette text={request.text ?? ''} />
    case 'shortcuts':
      return <Shortcuts />
    case 'jumpToDate':
      return null
    case 'quickReply':
      return <QuickReply reply={{ instance: null, text: request.text }} onClose={close} />
    case 'newLabel':
      return <NewLabel chats={request.chats} onClose={close} />
    case 'labels':
      return <Labels chat={request.chat} onClose={close} />
    case 'contact':
      return <Contact chat={request.chat} onClose={close} />
    case 'snooze':
      return <Snooze chat={request.chat} onClose={close} />
    case 'addProgram':
      return <AddProgram scope={request.scope} onClose={close} />
    case 'newSecret':
      return <NewSecret program={request.program} onClose={close} />
    case 'changeProgram':
      return <ChangeProgram program={request.program} onClose={close} />
    case 'pairing':
      return <Pairing onClose={close} />
    case 'mergePerson':
      return <MergePerson chat={request.chat} onClose={close} />
    case 'erasePerson':
      return <ErasePerson chat={request.chat} onClose={close} />
    case 'newMessage':
      return (
        <NewMessage
          instance={request.instance}
          recipient={request.recipient ?? ''}
          onOpen={(instance, chat) => {
            close()
            goTo({ view: 'chats', scope: currentRoute().scope === null ? null : instance, chat })
          }}
          onClose={close}
        />
      )
    default: {
      const instance = instances.find(({ key }) => key === request.instance)
      return instance ? <InstanceDialog kind={request.kind} instance={instance} /> : null
    }
  }
}

type InstanceDialogKind = Exclude<Extract<DialogRequest, { readonly instance: unknown }>['kind'], 'newMessage'>

function InstanceDialog({ kind, instance }: { readonly kind: InstanceDialogKind; readonly instance: SteadyInstance }) {
  switch (kind) {
    case 'editInstance':
      return <EditInstance instance={instance} />
    case 'removeInstance':
      return <RemoveInstance instance={instance} />
    case 'pauseInstance':
      return <PauseInstance instance={instance} />
    case 'enterToken':
      return <EnterToken instance={instance} />
    case 'selfCheck':
      return <SelfCheck instance={instance} />
    case 'enableNotifications':
      return <EnableNotifications instance={instance} />
  }
}
