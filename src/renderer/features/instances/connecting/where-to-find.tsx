import '../instances.css'
import { useTranslations } from '../../../lib/translations.ts'

/** Where the fields of the dialog come from. */
export function WhereToFind() {
  const t = useTranslations()
  return (
    <div className="where">
      <p>{t('instances.where.console')}</p>
      <dl className="kv">
        <dt>{t('instances.apiUrl')}</dt>
        <dd className="mono">apiUrl</dd>
        <dt>{t('instances.idInstance')}</dt>
        <dd className="mono">idInstance</dd>
        <dt>{t('instances.token')}</dt>
        <dd className="mono">apiTokenInstance</dd>
      </dl>
      <p>{t('instances.where.family')}</p>
    </div>
  )
}
