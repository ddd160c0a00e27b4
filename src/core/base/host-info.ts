import type { AppInfo } from '../../contract/app.ts'

/** What the host knows about itself. */
export type HostInfo = Pick<AppInfo, 'version' | 'host' | 'platform' | 'features' | 'unsandboxed'>
