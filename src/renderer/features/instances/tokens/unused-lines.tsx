import { useTranslations } from '../../../lib/translations.ts'
import type { UnusedLine } from './match-tokens.ts'

/** More is no help: the person corrects the list and pastes it again. */
const mostShown = 200

/** The lines of a pasted list that gave no token, and why. */
export function UnusedLines({ lines }: { readonly lines: readonly UnusedLine[] }) {
  const t = useTranslations()
  if (lines.length === 0) return null
  return (
    <section className="token-unused" aria-label={t('instances.tokens.unused')} tabIndex={0}>
      <h3>{t('instances.tokens.unused')}</h3>
      <ul>
        {lines.slice(0, mostShown).map(({ line, why, name }) => (
          <li key={line}>{t(`instances.tokens.why.${why}`, { line, name })}</li>
        ))}
        {lines.length > mostShown && <li>{t('instances.tokens.unusedRest', { count: lines.length - mostShown })}</li>}
      </ul>
    </section>
  )
}
