import type { BusinessFacts } from '../../../contract/index.ts'
import { useTranslations } from '../../lib/translations.ts'
import { RichText } from '../../ui/text/rich-text.tsx'

/** What a business says of itself in the messenger. */
export function BusinessSection({ facts: { category, description, email } }: { readonly facts: BusinessFacts }) {
  const t = useTranslations()
  return (
    <section className="sect" aria-label={t('details.business')}>
      <h3>{t('details.business')}</h3>
      {description.trim() !== '' && (
        <p className="about" dir="auto">
          <RichText text={description} />
        </p>
      )}
      <dl className="kv">
        {category.trim() !== '' && (
          <>
            <dt>{t('details.business.category')}</dt>
            <dd>
              <bdi>{category}</bdi>
            </dd>
          </>
        )}
        {email.trim() !== '' && (
          <>
            <dt>{t('details.business.email')}</dt>
            <dd>
              <RichText text={email} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
