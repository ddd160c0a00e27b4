import type { AppInfo } from '../../../contract/app.ts'
import type { AppSettings } from '../../../contract/settings.ts'

/** What every section of the settings is given. */
export interface SectionProps {
  readonly settings: AppSettings
  readonly info: AppInfo
  /** Stores a change at once; failures are told in a toast. */
  readonly update: (change: Partial<AppSettings>) => void
}
