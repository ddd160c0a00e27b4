import path from 'node:path'

/** Where both hosts keep a person's data when nothing else is said: the desktop's own folder, so that they share it. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32') return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Switchboard')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Switchboard')
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'Switchboard')
}
