import { useTranslations } from '../../lib/translations.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'
import type { PaletteFindings } from './use-palette-groups.ts'

/** The keys of the palette, and what was searched. */
export function PaletteFoot({
  covers,
  searching,
  found,
}: Pick<PaletteFindings, 'covers' | 'searching'> & { readonly found: number }) {
  const t = useTranslations()
  return (
    <div className="pal-foot">
      <span>
        <Kbd keys="↑" />
        <Kbd keys="↓" />
        {t('palette.move')}
      </span>
      <span>
        <Kbd keys="Enter" />
        {t('palette.open')}
      </span>
      <span>
        <Kbd keys="Tab" />
        {t('palette.onlyGroup')}
      </span>
      <span className="end" role="status">
        {searching ? (
          t('palette.searching')
        ) : covers ? (
          <>
            <span className="vh">{t('palette.found', { count: found })}</span>
            {t('palette.searched', { messages: covers.messages, ms: covers.tookMs })}
          </>
        ) : (
          <>
            <Kbd keys=">" />
            {t('palette.actionsOnly')}
          </>
        )}
      </span>
    </div>
  )
}
