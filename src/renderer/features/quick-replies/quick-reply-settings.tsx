import './quick-replies.css'
import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import type { QuickReply } from '../../../contract/index.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useFirstReplies } from '../../client/use-first-replies.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useSaveExport } from '../../client/use-save-export.ts'
import { useTeam } from '../../client/use-team.ts'
import { cx } from '../../lib/text/class-names.ts'
import { decodeText } from '../../lib/text/decode-text.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import type { ImportReport } from './import-report.tsx'

const QuickReplyDialog = later(async () => (await import('./quick-reply-dialog.tsx')).QuickReplyDialog)
const ConfirmDialog = later(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog)
const ImportReportDialog = later(async () => (await import('./import-report.tsx')).ImportReportDialog)

/** More are found by their name or text. */
const shownRows = 50
const largestFile = 20_000_000

/** The quick replies in Settings: all of them, with what makes, changes, brings in and takes along. */
export function QuickReplySettings() {
  const t = useTranslations()
  const instances = useInstances()
  const { data } = useContractQuery('quickReplies.list', { scope: null })
  const replies = data ?? []
  const first = useFirstReplies()
  const team = useTeam()
  const [remove] = useContractCommand('quickReplies.remove')
  const [restore] = useContractCommand('quickReplies.save')
  const [bringIn, bringing] = useContractCommand('quickReplies.import')
  const [takeOut, taking] = useContractCommand('quickReplies.export')
  const save = useSaveExport('lines')
  const [text, setText] = useState('')
  const [edited, setEdited, closeEdited] = useQuestion<Pick<QuickReply, 'instance' | 'text'> & Partial<QuickReply>>()
  const [report, setReport] = useState<{ readonly fileName: string; readonly report: ImportReport } | null>(null)
  const finds = filterBy(text)
  const found = replies.filter((one) => finds(one.name, one.text))

  const read = async (chosen: File): Promise<ImportReport | null> => {
    const extension = /\.([^.]+)$/u.exec(chosen.name)?.[1]?.toLowerCase() ?? ''
    const unreadable = (why: 'encoding' | 'tooLarge' | 'kind') => ({ kind: 'unreadable', why, found: [] }) as const
    if (!['csv', 'tsv', 'txt', 'json'].includes(extension)) return unreadable('kind')
    if (chosen.size > largestFile) return unreadable('tooLarge')
    const decoded = decodeText(await chosen.bytes())
    if (decoded === null) return unreadable('encoding')
    const result = await bringIn({ format: extension === 'json' ? 'json' : 'csv', text: decoded })
    return result.ok ? result.value : null
  }
  const takeFile = async (chosen: File): Promise<void> => {
    const result = await read(chosen).catch((): ImportReport => ({ kind: 'unreadable', why: 'encoding', found: [] }))
    if (result === null) return
    if (result.kind === 'read' && result.skipped.length === 0) {
      const { added, same } = result
      showToast('quickReplies.imported', { values: { added, same, skipped: 0 } })
    } else setReport({ fileName: chosen.name, report: result })
  }
  /** A removed quick reply can be restored, its files can't: with files it is asked before. */
  const [asked, setAsked, closeAsked] = useQuestion<QuickReply>()
  const removeOne = async (reply: QuickReply): Promise<void> => {
    closeAsked()
    const result = await remove({ key: reply.key })
    if (!result.ok) return
    const { instance, name, text: body, shared } = reply
    showToast('quickReplies.removed', {
      values: { name },
      ...(reply.files.length > 0
        ? {}
        : {
            action: {
              wording: { id: 'ui.undo' as const },
              run: () => void restore({ instance, name, text: body, shared: shared !== null }),
            },
          }),
    })
  }
  const exportAs = (format: 'csv' | 'json') => () =>
    void takeOut({ format }).then((result) => (result.ok ? save(result.value) : undefined))
  return (
    <>
      {data?.length === 0 && (
        <div className="opt">
          <div className="grow d">{t('quickReplies.none')}</div>
          <div className="opt-end">
            <Button size="compact" busy={first.pending} onClick={() => void first.add()}>
              {t('quickReplies.addFirst')}
            </Button>
          </div>
        </div>
      )}
      {replies.length > 10 && (
        <div className="opt">
          <SearchField label={t('quickReplies.search')} value={text} onChange={setText} />
        </div>
      )}
      {found.slice(0, shownRows).map((reply) => {
        const { key, instance, name, text: body, shared } = reply
        const isReadOnly = shared !== null && team?.role === 'viewer'
        return (
          <div className="opt reply-row" key={key}>
            <div className="grow">
              <div className="t">
                <span className="ell">{name}</span>
                {reply.files.length > 0 && <Tag>{t('quickReplies.fileCount', { count: reply.files.length })}</Tag>}
                {shared !== null && <Tag>{t('settings.team')}</Tag>}
                {instance !== null && <Tag>{instances.find((one) => one.key === instance)?.name ?? ''}</Tag>}
              </div>
              <div className="d">{body.slice(0, 200)}</div>
              {(shared === 'waiting' || shared === 'refused') && (
                <div className={cx('d', shared === 'refused' && 'is-warn')}>{t(`quickReplies.${shared}`)}</div>
              )}
            </div>
            <div className="opt-end">
              <Button
                size="compact"
                disabled={isReadOnly}
                title={isReadOnly ? t('quickReplies.viewer') : undefined}
                aria-label={t('quickReplies.changeName', { name })}
                onClick={() => setEdited(reply)}
              >
                {t('quickReplies.edit')}
              </Button>
              <Button
                size="compact"
                disabled={isReadOnly}
                title={isReadOnly ? t('quickReplies.viewer') : undefined}
                aria-label={t('quickReplies.removeName', { name })}
                onClick={() => (reply.files.length > 0 ? setAsked(reply) : void removeOne(reply))}
              >
                {t('ui.remove')}
              </Button>
            </div>
          </div>
        )
      })}
      {found.length > shownRows && (
        <div className="opt muted">{t('ui.andMore', { count: found.length - shownRows })}</div>
      )}
      <div className="opt">
        <Button kind="text" icon="plus" onClick={() => setEdited({ instance: null, text: '' })}>
          {t('quickReplies.new')}
        </Button>
        <div className="opt-end">
          <FileButton
            size="compact"
            accept=".csv,.tsv,.txt,.json"
            busy={bringing.pending}
            onFile={(chosen) => void takeFile(chosen)}
          >
            {t('quickReplies.import')}
          </FileButton>
          <MenuButton
            label={t('ui.export')}
            align="end"
            entries={() => [
              { kind: 'item', label: 'CSV', run: exportAs('csv') },
              { kind: 'item', label: 'JSON', run: exportAs('json') },
            ]}
          >
            <Button size="compact" busy={taking.pending} disabled={replies.length === 0}>
              {t('ui.export')}
            </Button>
          </MenuButton>
        </div>
      </div>
      {edited && (
        <QuickReplyDialog reply={replies.find(({ key }) => key === edited.key) ?? edited} onClose={closeEdited} />
      )}
      {asked && (
        <ConfirmDialog
          danger
          title={t('quickReplies.removeWithFiles', { name: asked.name })}
          text={t('quickReplies.removeWithFilesText')}
          confirm={t('ui.remove')}
          onConfirm={() => void removeOne(asked)}
          onClose={closeAsked}
        />
      )}
      {report && <ImportReportDialog {...report} onClose={() => setReport(null)} />}
    </>
  )
}
