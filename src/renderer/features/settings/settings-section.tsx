import './settings.css'
import { useId, type ReactNode } from 'react'
import type { AppInfo, AppSettings } from '../../../contract/index.ts'

/** Props of every section of the settings. */
export interface SectionProps {
  readonly settings: AppSettings
  readonly info: AppInfo
  /** Stores a change at once; failures are shown in a toast. */
  readonly update: (change: Partial<AppSettings>) => void
}

export interface SettingsSectionProps {
  /** Name in the address: `#/settings/all/<name>`. */
  readonly name: string
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

/** A part of the settings page. */
export function SettingsSection({ name, title, text, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section className="set-sec" aria-labelledby={id} data-section={name}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {text && <p>{text}</p>}
      <div className="set-card">{children}</div>
    </section>
  )
}
