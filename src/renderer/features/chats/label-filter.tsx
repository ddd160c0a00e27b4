import type { LabelKey } from '../../../contract/index.ts'
import type { KnownLabels } from '../../client/use-labels.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

export interface LabelFilterProps {
  readonly labels: KnownLabels
  readonly chosen: LabelKey | null
  readonly onChange: (label: LabelKey | null) => void
}

/** Narrows the list to the chats that have a label. */
export function LabelFilter({ labels, chosen, onChange }: LabelFilterProps) {
  const t = useTranslations()
  const name = chosen === null ? undefined : labels.get(chosen)?.name
  return (
    <span className="fbtn-set">
      <MenuButton
        label={t('chats.label')}
        entries={() =>
          [...labels.values()].map((label) => ({
            kind: 'check',
            label: label.name,
            checked: label.key === chosen,
            run: (checked) => onChange(checked ? label.key : null),
          }))
        }
      >
        <button type="button" className={name === undefined ? 'fbtn' : 'fbtn is-set'}>
          <Icon name="tag" size={14} />
          <span>{t('chats.label')}</span>
          {name !== undefined && <b className="ell">{name}</b>}
        </button>
      </MenuButton>
      {name !== undefined && (
        <button
          type="button"
          className="fbtn-clear"
          aria-label={t('inspector.clearFilter', { filter: t('chats.label') })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
