import './person.css'
import { useState } from 'react'
import type { ChatKey, InstanceKey, MessageKey, SharedFile, SharedKind } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { shownFileName } from '../../lib/text/shown-file-name.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { InstanceMark } from '../../ui/marks/instance-tile.tsx'

const kinds = ['pictures', 'files', 'sounds'] as const

/** As many as are shown at first: three lines of pictures. */
const step = 9
/** As many as one query gives. */
const most = 600

export interface SharedSectionProps {
  readonly chat: ChatKey
  readonly onShow: (instance: InstanceKey, chat: ChatKey, message: MessageKey) => void
}

/** Pictures, files and sounds of all chats of the person, or of a group; each leads to its message. */
export function SharedSection({ chat, onShow }: SharedSectionProps) {
  const t = useTranslations()
  const [chosen, setChosen] = useState<SharedKind | null>(null)
  const [limit, setLimit] = useState(step)
  const kind = chosen ?? 'pictures'
  const { data } = useContractQuery('people.files', { chat, kind, limit }, { keepPrevious: true })
  if (data === undefined) return null
  const { counts, files } = data
  const filled = kinds.filter((one) => counts[one] > 0)
  const [first] = filled
  if (first === undefined) return null
  // A chosen kind without files gives way to the first that has some.
  if (counts[kind] === 0) setChosen(first)
  return (
    <section className="sect" aria-label={t('details.shared')}>
      <h3>{t('details.shared')}</h3>
      {filled.length > 1 && (
        <ChoiceGroup
          label={t('details.shared')}
          variant="chips"
          value={kind}
          choices={filled.map((value) => ({ value, label: t(`details.shared.${value}`), count: counts[value] }))}
          onChange={(next) => {
            setChosen(next)
            setLimit(step)
          }}
        />
      )}
      <ul className={kind === 'pictures' ? 'shared-pictures' : 'shared-files'}>
        {files.map((file) => (
          <li key={file.message}>
            {kind === 'pictures' ? (
              <Picture file={file} onShow={onShow} />
            ) : (
              <FileLine file={file} chat={chat} onShow={onShow} />
            )}
          </li>
        ))}
      </ul>
      {counts[kind] > files.length && limit < most && (
        <Button kind="text" className="merge" onClick={() => setLimit(Math.min(most, limit + step * 3))}>
          {t('details.shared.more', { count: counts[kind] - files.length })}
        </Button>
      )}
    </section>
  )
}

interface ItemProps {
  readonly file: SharedFile
  readonly onShow: SharedSectionProps['onShow']
}

function Picture({ file, onShow }: ItemProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const source = file.thumbnail ?? (file.kind === 'image' && file.file.kind === 'ready' ? file.file.ref : null)
  return (
    <button
      type="button"
      aria-label={t('details.shared.show', {
        what: file.caption.slice(0, 100) || t(file.kind === 'video' ? 'kind.video' : 'kind.image'),
        time: times.sentence(file.at, now),
      })}
      title={times.dateTime(file.at)}
      onClick={() => onShow(file.instance, file.chat, file.message)}
    >
      {source === null ? (
        <Icon name={file.kind === 'video' ? 'video' : 'image'} />
      ) : (
        <img src={`media/${encodeURIComponent(source)}`} alt="" loading="lazy" />
      )}
      {file.kind === 'video' && source !== null && <Icon name="play" className="over" />}
    </button>
  )
}

function FileLine({ file, chat, onShow }: ItemProps & { readonly chat: ChatKey }) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const now = useNow()
  const instance = useInstances().find(({ key }) => key === file.instance)
  const name =
    file.kind === 'document' ? shownFileName(file.fileName) || t('kind.document') : file.caption || t('kind.audio')
  return (
    <button type="button" data-colour={instance?.colour} onClick={() => onShow(file.instance, file.chat, file.message)}>
      <Icon name={file.kind === 'audio' ? 'mic' : 'file'} />
      <span className="grow">
        <bdi className="ell">{name.slice(0, 300)}</bdi>
        <small>
          {file.chat !== chat && instance !== undefined && (
            <>
              <InstanceMark colour={instance.colour} />
              {instance.name},{' '}
            </>
          )}
          {times.sentence(file.at, now)}
          {file.file.kind === 'ready' && `, ${numbers.bytes(file.file.bytes)}`}
        </small>
      </span>
    </button>
  )
}
