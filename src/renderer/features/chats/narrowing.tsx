import { useTranslations } from '../../lib/translations.ts'
import type { MessageId } from '../../lib/translations.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import type { IconName } from '../../ui/marks/icon.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'

export interface NarrowingProps<T> {
  readonly icon: IconName
  readonly title: Extract<MessageId, 'chats.label' | 'chats.assignee'>
  readonly choices: readonly { readonly value: T; readonly name: string }[]
  readonly chosen: T | null
  readonly onChange: (value: T | null) => void
}

/** Narrows the list to the chats of one label or one colleague. */
export function Narrowing<T>({ icon, title, choices, chosen, onChange }: NarrowingProps<T>) {
  const t = useTranslations()
  const name = choices.find(({ value }) => value === chosen)?.name
  return (
    <span className="fbtn-set">
      <MenuButton
        label={t(title)}
        entries={() =>
          choices.map((choice) => ({
            kind: 'check',
            label: choice.name,
            checked: choice.value === chosen,
            run: (checked) => onChange(checked ? choice.value : null),
          }))
        }
      >
        <button type="button" className={name === undefined ? 'fbtn' : 'fbtn is-set'}>
          <Icon name={icon} size={14} />
          <span>{t(title)}</span>
          {name !== undefined && <b className="ell">{name}</b>}
        </button>
      </MenuButton>
      {name !== undefined && (
        <button
          type="button"
          className="fbtn-clear"
          aria-label={t('inspector.clearFilter', { filter: t(title) })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
