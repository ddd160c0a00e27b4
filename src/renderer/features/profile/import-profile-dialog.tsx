import './profile.css'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { partOfSetting } from '../../../contract/values.ts'
import type { FieldChange, ProfileChanges, ProfilePart, ProfileReading } from '../../../contract/profile.ts'
import { queryKey } from '../../client/use-contract-query.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { decodeText } from '../../lib/text/decode-text.ts'
import { useCloseDialog } from '../../lib/routing/dialog-requests.ts'
import { goTo } from '../../lib/routing/route.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { settingLabel, useSettingValueText } from './setting-text.ts'

const largestFile = 20_000_000
/** More are counted, not listed. */
const shownRows = 200

type Read =
  | ProfileReading
  | { readonly kind: 'unreadable'; readonly why: 'encoding' | 'tooLarge'; readonly version: number }

const unreadable = (why: 'encoding' | 'tooLarge'): Read => ({ kind: 'unreadable', why, version: 0 })

/** Shows what a profile of another computer would add and change, and does what of it the person leaves ticked. */
export function ImportProfileDialog() {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const [given, setGiven] = useState<{ readonly name: string; readonly text: string; readonly read: Read } | null>(null)
  const [left, setLeft] = useState<readonly ProfilePart[]>([])
  const [read, reading] = useContractCommand('profile.read')
  const queries = useQueryClient()
  const [bringIn, bringing] = useContractCommand('profile.import')
  const changes = given?.read.kind === 'read' ? given.read : null
  const parts = changes === null ? [] : partsOf(changes).filter((part) => !left.includes(part))

  const readFile = async (chosen: File): Promise<{ readonly text: string; readonly read: Read } | null> => {
    if (chosen.size > largestFile) return { text: '', read: unreadable('tooLarge') }
    const text = decodeText(new Uint8Array(await chosen.arrayBuffer()))
    if (text === null) return { text: '', read: unreadable('encoding') }
    const result = await read({ text })
    return result.ok ? { text, read: result.value } : null
  }
  const takeFile = async (chosen: File): Promise<void> => {
    const result = await readFile(chosen).catch(() => ({ text: '', read: unreadable('encoding') }))
    if (result === null) return
    // Through which host requests go, and what is erased by its age, only those take over who want to.
    setLeft(['proxy', 'retention'])
    setGiven({ name: chosen.name, ...result })
  }
  const take = async (): Promise<void> => {
    if (given === null) return
    const result = await bringIn({ text: given.text, parts: [...parts] })
    if (!result.ok) return
    const { added, changed, settings, quickReplies: replies, repliesLeft, labels, labelsLeft } = result.value
    // With one instance there is no table of all: the new ones have to be known first.
    await queries.refetchQueries({ queryKey: queryKey('instances.list', {}) })
    showToast('profile.taken', { values: { added, changed, settings, replies, left: repliesLeft, labels, labelsLeft } })
    closeDialog()
    // Where each says what it lacks: its token.
    if (added > 0) goTo({ view: 'instance', scope: null })
  }
  const tick = (part: ProfilePart) => (on: boolean) =>
    setLeft(on ? left.filter((one) => one !== part) : [...left, part])

  return (
    <Dialog
      title={t('profile.title')}
      text={t('profile.text')}
      wide
      onClose={closeDialog}
      dismissable={given === null}
      actions={
        <>
          <Button onClick={closeDialog}>{t('ui.cancel')}</Button>
          {changes !== null && (
            <Button kind="primary" busy={bringing.pending} blocked={parts.length === 0} onClick={() => void take()}>
              {t('profile.take')}
            </Button>
          )}
        </>
      }
    >
      <div className="profile">
        <div className="profile-file">
          <FileButton icon="file" accept=".json" busy={reading.pending} onFile={(chosen) => void takeFile(chosen)}>
            {t(given === null ? 'profile.choose' : 'profile.chooseOther')}
          </FileButton>
          {given !== null && <span className="ell muted">{given.name}</span>}
        </div>
        {given?.read.kind === 'unreadable' && (
          <p className="help is-bad" role="alert">
            <Icon name="alert" size={14} />
            <span>{t(`profile.unreadable.${given.read.why}`, { version: given.read.version })}</span>
          </p>
        )}
        {changes !== null && <Changes changes={changes} left={left} tick={tick} />}
      </div>
    </Dialog>
  )
}

const settingParts = ['settings', 'proxy', 'retention'] as const

/** What of a profile does something here. */
const partsOf = ({ added, changed, settings, quickReplies, labels }: ProfileChanges): readonly ProfilePart[] => [
  ...(added.length > 0 ? (['added'] as const) : []),
  ...(changed.length > 0 ? (['changed'] as const) : []),
  ...settingParts.filter((part) => settings.some(({ name }) => partOfSetting(name) === part)),
  ...(quickReplies > 0 ? (['quickReplies'] as const) : []),
  ...(labels > 0 ? (['labels'] as const) : []),
]

interface ChangesProps {
  readonly changes: ProfileChanges
  readonly left: readonly ProfilePart[]
  readonly tick: (part: ProfilePart) => (on: boolean) => void
}

function Changes({ changes, left, tick }: ChangesProps) {
  const t = useTranslations()
  const { added, changed, same, settings, quickReplies, labels, skipped } = changes
  const part = (name: ProfilePart, label: string, inside: ReactNode) => (
    <section>
      <Checkbox label={<b>{label}</b>} checked={!left.includes(name)} onChange={tick(name)} />
      {inside}
    </section>
  )
  const valueText = useSettingValueText()
  const fieldText = (field: FieldChange['field'], value: FieldChange['from']): string =>
    valueText(value, field === 'answerTargetMs' ? field : undefined)
  const settingsOf = (name: (typeof settingParts)[number]) =>
    settings.filter((setting) => partOfSetting(setting.name) === name)
  return (
    <>
      {added.length > 0 &&
        part(
          'added',
          t('profile.added', { count: added.length }),
          <>
            <p className="help">{t('profile.addedText')}</p>
            <ul>
              {added.slice(0, shownRows).map(({ name, colour, idInstance, apiUrl, mediaUrl }) => (
                <li key={`${apiUrl} ${idInstance}`}>
                  <InstanceTile name={name} colour={colour} size={28} />
                  <span className="grow">
                    <b className="ell">{name}</b>
                    <small className="muted ell">
                      {[idInstance, apiUrl, mediaUrl !== '' && t('profile.filesAt', { url: mediaUrl })]
                        .filter(Boolean)
                        .join(', ')}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          </>,
        )}
      {changed.length > 0 &&
        part(
          'changed',
          t('profile.changed', { count: changed.length }),
          <ul>
            {changed.slice(0, shownRows).map(({ instance, name, newName, fields }) => (
              <li key={instance}>
                {t('profile.changedOne', {
                  name,
                  fields: fields
                    .map(({ field, from, to }) =>
                      field === 'name'
                        ? t('profile.field.name', { name: newName })
                        : `${t(`profile.field.${field}`)} (${t('profile.becomes', { from: fieldText(field, from), to: fieldText(field, to) })})`,
                    )
                    .join(', '),
                })}
              </li>
            ))}
          </ul>,
        )}
      {settingParts.map((name) => {
        const some = settingsOf(name)
        return (
          some.length > 0 && (
            <Fragment key={name}>
              {part(
                name,
                t(`profile.${name}`, { count: some.length }),
                <ul>
                  {some.map((setting) => (
                    <li key={setting.name}>
                      {t('profile.settingBecomes', {
                        setting: t(settingLabel[setting.name]),
                        from: valueText(setting.from, setting.name),
                        to: valueText(setting.to, setting.name),
                      })}
                    </li>
                  ))}
                </ul>,
              )}
            </Fragment>
          )
        )
      })}
      {quickReplies > 0 &&
        part(
          'quickReplies',
          t('profile.quickReplies', { count: quickReplies }),
          <p className="help">{t('profile.quickRepliesText')}</p>,
        )}
      {labels > 0 &&
        part('labels', t('profile.labels', { count: labels }), <p className="help">{t('profile.labelsText')}</p>)}
      {same > 0 && <p className="muted">{t('profile.same', { count: same })}</p>}
      {partsOf(changes).length === 0 && <p role="status">{t('profile.nothing')}</p>}
      {skipped.length > 0 && (
        <section>
          <b>{t('profile.skipped')}</b>
          <ul>
            {skipped.slice(0, shownRows).map(({ entry, name, why }) => (
              <li key={entry}>
                {t('profile.skippedOne', { entry, name: name === '' ? t('profile.nameless') : name })}{' '}
                {t(`profile.skipped.${why}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
