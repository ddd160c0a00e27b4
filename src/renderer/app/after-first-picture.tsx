import type { ChatKey, SteadyInstance } from '../../contract/index.ts'
import { useSettings } from '../client/use-preference.ts'
import { usePairingNotice } from '../features/programs/use-pairing-notice.ts'
import { useProgramNotices } from '../features/programs/use-program-notices.ts'
import { DialogHost } from './dialog-host.tsx'
import { useBrowserNotifications } from './use-browser-notifications.ts'
import { useNoticeSound } from './use-notice-sound.ts'

export { FirstRun } from '../features/instances/connecting/first-run.tsx'
export { Notices } from '../features/notices/notices.tsx'

interface AfterFirstPictureProps {
  readonly instances: readonly SteadyInstance[]
  readonly openChat: ChatKey | null
}

/** Shows dialogs, and tells of what arrives: by a sound, a notification of the browser, or a toast. */
export function AfterFirstPicture({ instances, openChat }: AfterFirstPictureProps) {
  const settings = useSettings()
  useNoticeSound(openChat, settings?.notifications === true ? settings.notificationSound : 'none')
  useBrowserNotifications(openChat)
  useProgramNotices()
  usePairingNotice()
  return <DialogHost instances={instances} />
}
