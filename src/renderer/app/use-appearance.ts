import { useEffect } from 'react'
import { useSettings } from '../client/use-settings.ts'

/** Brings the settings of looks to the document: theme, text size, motion, density. */
export function useAppearance(): void {
  const settings = useSettings()
  useEffect(() => {
    if (!settings) return
    const { documentElement: root } = document
    if (settings.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = settings.theme
    root.style.setProperty('--text-scale', String(settings.textSize / 100))
    root.dataset['motion'] = settings.reduceMotion ? 'reduced' : 'full'
    root.dataset['tables'] = settings.compactTables ? 'compact' : 'normal'
  }, [settings])
}
