import type { AppInfo } from '../../contract/app.ts'

/** The system as the window knows it. */
export const hostPlatform = (platform: NodeJS.Platform): AppInfo['platform'] =>
  platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other'
