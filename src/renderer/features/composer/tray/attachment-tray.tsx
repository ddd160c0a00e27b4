import './tray.css'
import type { KeyboardEvent } from 'react'
import { fileKindOf, mostFiles, type FileRules } from '../../../../contract/values.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { useNumbers, type Numbers } from '../../../lib/numbers.ts'
import { shownFileName } from '../../../lib/text/shown-file-name.ts'
import { useTranslations, type Translate } from '../../../lib/translations.ts'
import { Tag } from '../../../ui/marks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { TrayActions } from './use-tray.ts'
import type { Tray, TrayItem } from './tray-store.ts'

export interface AttachmentTrayProps {
  readonly tray: Tray
  readonly actions: TrayActions
  readonly rules: FileRules
  /** The fate of a text beside them: the caption of the only file, or a message after them. */
  readonly text: 'none' | 'caption' | 'message'
}

const headline = { none: 'tray.go', caption: 'tray.goCaptioned', message: 'tray.goWithText' } as const

/**
 * The files beside what is being written: in their order, each with its caption, how far it has come, and how to take
 * it out.
 */
export function AttachmentTray({ tray, actions, rules, text }: AttachmentTrayProps) {
  const t = useTranslations()
  const { items, asFiles } = tray
  const going = items.filter(({ state }) => state.kind !== 'refused')
  const refused = items.length - going.length
  const hasPictures = going.some(({ name }) => fileKindOf(name) !== 'document')
  return (
    <div className="tray" role="group" aria-label={t('tray.region')}>
      <div className="tray-head">
        {going.length > 0 && <span>{t(headline[text], { count: going.length })}</span>}
        {refused > 0 && (
          <span role="status">
            <Tag tone="bad">{t('tray.refused', { count: refused })}</Tag>
          </span>
        )}
        {items.length > 1 && (
          <Button kind="text" className="all" onClick={() => actions.removeAll()}>
            {t('tray.removeAll')}
          </Button>
        )}
        {hasPictures && (
          <ChoiceGroup
            variant="segmented"
            label={t('tray.sendAs')}
            value={asFiles ? 'files' : 'pictures'}
            choices={[
              { value: 'pictures', label: t('tray.pictures') },
              { value: 'files', label: t('tray.files') },
            ]}
            onChange={(value) => actions.setAsFiles(value === 'files')}
          />
        )}
      </div>
      <ul>
        {items.map((item) => (
          <Tile
            key={item.id}
            item={item}
            at={going.indexOf(item) + 1}
            of={going.length}
            captioned={rules.captioned.includes(asFiles ? 'document' : fileKindOf(item.name))}
            asFiles={asFiles}
            rules={rules}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  )
}

interface TileProps {
  readonly item: TrayItem
  /** Place among those that go, from 1; 0 for what does not. */
  readonly at: number
  readonly of: number
  readonly captioned: boolean
  readonly asFiles: boolean
  readonly rules: FileRules
  readonly actions: TrayActions
}

/** A file with what can be done to it. */
export function Tile({ item, at, of, captioned, asFiles, rules, actions }: TileProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const name = shownFileName(item.name).slice(0, 300)
  const { state, picture } = item
  const remove = (): void => actions.remove(item.id)
  if (state.kind === 'refused') {
    return (
      <li className="att is-bad" aria-label={t('tray.refusedItem', { name })}>
        <div className="why">
          <b>
            <Icon name="alert" size={14} />
            {t(`tray.why.${state.why}`)}
          </b>
          {refusalText(t, numbers, item, rules)}
          {item.file && (state.why === 'failed' || state.why === 'noRoom' || state.why === 'diskFull') && (
            <button
              type="button"
              className="btn btn-text"
              aria-label={t('tray.retry', { name })}
              onClick={() => actions.retry(item.id)}
            >
              {t('ui.tryAgain')}
            </button>
          )}
        </div>
        {state.why !== 'tooMany' && <FileName name={name} className="mt" />}
        <RemoveButton label={t('tray.remove', { name })} onClick={remove} />
      </li>
    )
  }
  const kind = fileKindOf(item.name)
  const wording = { at, of, kind: t(`tray.kind.${kind}`), name }
  const share = state.kind === 'coming' ? Math.floor((state.stored / Math.max(1, item.bytes)) * 100) : 100
  const coming = state.kind === 'coming'
  const onKeyDown = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if ((event.ctrlKey || event.metaKey) && by !== null) {
      event.preventDefault()
      actions.move(item.id, by)
    } else if (event.key === 'Delete' && !typing) {
      event.preventDefault()
      remove()
    }
  }
  return (
    <li
      className={cx('att', picture !== null && 'is-pic')}
      aria-label={coming ? t('tray.comingItem', { ...wording, percent: share }) : t('tray.item', wording)}
      onKeyDown={onKeyDown}
    >
      <div className="th">
        {picture !== null && <img src={picture} alt="" draggable={false} decoding="async" />}
        {coming && share < 100 ? (
          <span
            className="pct"
            role="progressbar"
            aria-label={t('tray.progress', { name })}
            aria-valuenow={share}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            {numbers.percent(share / 100)}
          </span>
        ) : (
          picture === null && <Icon name={kind === 'video' ? 'video' : kind === 'audio' ? 'mic' : 'file'} size={24} />
        )}
        <span className="no">{at}</span>
        <RemoveButton label={t(coming ? 'tray.cancel' : 'tray.remove', { name })} onClick={remove} />
        {coming && (
          <span className="up">
            <i style={{ width: `${share}%` }} />
          </span>
        )}
      </div>
      {captioned ? (
        <input
          aria-label={t('tray.caption', { at })}
          placeholder={t('tray.captionHint')}
          value={item.caption}
          maxLength={rules.captionLength}
          dir="auto"
          onChange={(event) => actions.setCaption(item.id, event.target.value)}
          onBlur={() => actions.flush()}
        />
      ) : (
        <FileName name={name} className="nm" />
      )}
      <div className="mt" title={renamedTo(t, item, asFiles)}>
        {coming
          ? t('media.of', { received: numbers.bytes(state.stored), total: numbers.bytes(item.bytes) })
          : `${numbers.bytes(item.bytes)}${item.name === item.given ? '' : ` · ${t('tray.renamed')}`}`}
      </div>
      {of > 1 && (
        <span className="moves">
          <button
            type="button"
            aria-label={t('tray.earlier', { name })}
            disabled={at === 1}
            onClick={() => actions.move(item.id, -1)}
          >
            <Icon name="chevronLeft" size={14} />
          </button>
          <button
            type="button"
            aria-label={t('tray.later', { name })}
            disabled={at === of}
            onClick={() => actions.move(item.id, 1)}
          >
            <Icon name="chevronRight" size={14} />
          </button>
        </span>
      )}
    </li>
  )
}

const RemoveButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <button className="rm" type="button" aria-label={label} title={label} onClick={onClick}>
    <i>
      <Icon name="close" size={14} />
    </i>
  </button>
)

/** A long name is cut in its middle, because its extension shows the type. */
function FileName({ name, className }: { readonly name: string; readonly className: string }) {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 && name.length - dot <= 12 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return (
    <div className={cx(className, 'fname')} title={name}>
      <bdi className="ell">{stem}</bdi>
      <span>{ending}</span>
    </div>
  )
}

const renamedTo = (t: Translate, item: TrayItem, asFiles: boolean): string | undefined => {
  const fileName = asFiles && fileKindOf(item.name) !== 'document' ? `${item.name}.bin` : item.name
  return fileName === item.given ? undefined : t('tray.goesAs', { name: fileName })
}

function refusalText(t: Translate, numbers: Numbers, item: TrayItem, rules: FileRules): string {
  const limit = numbers.bytes(rules.maxBytes[item.kind])
  switch (item.state.kind === 'refused' ? item.state.why : 'failed') {
    case 'tooLarge':
      return t('tray.tooLargeText', { size: numbers.bytes(item.bytes), limit })
    case 'tooMany':
      return t('tray.tooManyText', { count: Number(item.name), most: mostFiles })
    case 'empty':
      return t('tray.emptyText')
    case 'folder':
      return t('tray.folderText')
    case 'noRoom':
      return t('error.spoolFull')
    case 'diskFull':
      return t('tray.diskFullText')
    case 'changed':
      return t('tray.changedText')
    case 'interrupted':
      return t('tray.interruptedText')
    case 'failed':
      return t('tray.failedText')
  }
}
