import { useEffect } from 'react'
import type { AppSettings } from '../../contract/settings.ts'

/** Brings the settings of appearance to the document: theme, text size, motion, density. */
export function useAppearance(
  appearance: Pick<AppSettings, 'theme' | 'textSize' | 'reduceMotion' | 'compactRows'> | undefined,
): void {
  useEffect(() => {
    if (!appearance) return
    const { documentElement: root } = document
    if (appearance.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = appearance.theme
    root.style.setProperty('--text-scale', String(appearance.textSize / 100))
    root.dataset['motion'] = appearance.reduceMotion ? 'reduced' : 'full'
    root.dataset['rows'] = appearance.compactRows ? 'compact' : 'normal'
  }, [appearance])
}
