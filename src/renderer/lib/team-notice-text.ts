import type { SteadyInstance, TeamNotice } from '../../contract/index.ts'
import type { Translate } from './translations.ts'

/** A notice about the team's database: what happened, its meaning, and what to do. `time` writes a moment. */
export function teamNoticeText(
  t: Translate,
  notice: TeamNotice,
  instances: readonly Pick<SteadyInstance, 'key' | 'name'>[],
  time: (at: number) => string,
): { readonly title: string; readonly text: string } {
  switch (notice.kind) {
    case 'missing': {
      const names = instances.flatMap(({ key, name }) => (notice.instances.includes(key) ? [name] : [])).join(', ')
      return { title: t('teamNotice.missing', { names }), text: t('teamNotice.missingText') }
    }
    case 'wentBack':
      return {
        title: t('teamNotice.wentBack', { time: time(notice.at), entries: notice.entries }),
        text: t('teamNotice.wentBackText'),
      }
    case 'passphraseChanged':
      return { title: t('teamNotice.passphraseChanged'), text: t('teamNotice.passphraseChangedText') }
    case 'sealedOtherwise':
      return {
        title: t('teamNotice.sealedOtherwise', { names: notice.names.join(', ') }),
        text: t('teamNotice.sealedOtherwiseText'),
      }
    case 'unapplied':
      return {
        title: t('teamNotice.unapplied', { entries: notice.entries }),
        text: t('teamNotice.unappliedText'),
      }
  }
}
