/**
 * Whether a tray icon will be seen. Windows and macOS have one; on Linux it depends on the desktop, and there is no
 * answer to ask for: GNOME shows none without an extension, which Ubuntu ships. Where it is not known there is none,
 * because a window hidden into a tray that nobody sees is lost.
 */
export function trayAvailable(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform !== 'linux') return platform === 'win32' || platform === 'darwin'
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':')
  return desktops.some((desktop) => linuxDesktopsWithTray.has(desktop))
}

const linuxDesktopsWithTray: ReadonlySet<string> = new Set([
  'kde',
  'xfce',
  'lxqt',
  'lxde',
  'mate',
  'x-cinnamon',
  'cinnamon',
  'budgie',
  'deepin',
  'unity',
  'ubuntu',
  'pantheon',
])
