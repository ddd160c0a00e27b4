import type { MenuItemConstructorOptions } from 'electron'
import type { AppSettings } from '../../contract/settings.ts'
import type { HostStrings } from '../host-strings.ts'

/** `off`: no program may connect, so there is nothing to pause. */
export type ProgramsState = 'off' | 'sending' | 'paused'

export const programsState = ({
  programs,
  programSendsPaused,
}: Pick<AppSettings, 'programs' | 'programSendsPaused'>): ProgramsState =>
  !programs ? 'off' : programSendsPaused ? 'paused' : 'sending'

export interface TrayMenuOptions {
  readonly strings: HostStrings
  readonly programs: ProgramsState
  readonly onOpen: () => void
  readonly onPausePrograms: (paused: boolean) => void
  readonly onQuit: () => void
}

/** The menu of the tray icon. */
export function trayMenuTemplate(options: TrayMenuOptions): MenuItemConstructorOptions[] {
  const { strings, programs, onOpen, onPausePrograms, onQuit } = options
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const isPaused = programs === 'paused'
  const pause: MenuItemConstructorOptions = {
    label: isPaused ? strings.resumePrograms : strings.pausePrograms,
    click: () => onPausePrograms(!isPaused),
  }
  return [
    { label: strings.openSwitchboard, click: onOpen },
    separator,
    ...(programs === 'off' ? [] : [pause, separator]),
    { label: strings.quit, click: onQuit },
  ]
}
