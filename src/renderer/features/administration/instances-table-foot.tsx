import { useTranslations } from '../../lib/translations.ts'
import { Kbd } from '../../ui/controls/kbd.tsx'

interface TableFootProps {
  /** Number of rows. */
  readonly shown: number
  readonly chosen: number
  /** What waits in outgoing queues. */
  readonly waiting: number
}

/** What the table of instances counts, and its keys. */
export function TableFoot({ shown, chosen, waiting }: TableFootProps) {
  const t = useTranslations()
  return (
    <footer className="tbl-foot">
      <span className="num" role="status">
        {t('instances.table.foot', {
          count: shown,
          chosen,
          waiting,
        })}
      </span>
      <span className="kbds">
        <span>
          <Kbd keys="↑" />
          <Kbd keys="↓" />
          {t('instances.table.keyMove')}
        </span>
        <span>
          <Kbd keys={t('instances.table.keySpace')} />
          {t('instances.table.keySelect')}
        </span>
        <span>
          <Kbd keys="↵" />
          {t('instances.table.keyOpen')}
        </span>
      </span>
    </footer>
  )
}
