import '../instances.css'
import './many.css'
import { useMemo, useRef, useState } from 'react'
import { useInstances } from '../../../client/use-instances.ts'
import { closeDialog, requestDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FamilySelect } from '../connecting/family-select.tsx'
import { ModeChoice } from '../connecting/mode-choice.tsx'
import { useLastConnection } from '../connecting/connection-form.ts'
import { WeakVaultDialog } from '../connecting/weak-vault-dialog.tsx'
import { TokenStorage } from '../tokens/token-storage.tsx'
import { judgeLines, tokenGiven, type ManyLine } from './judge-lines.ts'
import { LineEditor } from './line-editor.tsx'
import { groupOf, lineState, type LineGroup } from './line-state.ts'
import { LinesTable, type JudgedLine } from './lines-table.tsx'
import { PasteField } from './paste-field.tsx'
import { mostLines, readLines } from './read-lines.ts'
import { useAddLines, type LineToRun, type ManyOptions } from './use-add-lines.ts'

type Shown = 'all' | Exclude<LineGroup, 'busy'>
const shownGroups: readonly Shown[] = ['all', 'attention', 'ready', 'added']

const toRun = ({ line, verdict }: JudgedLine): LineToRun =>
  verdict.kind === 'here' ? { key: line.key, known: verdict.instance } : { ...line, known: null }

/**
 * Adds many instances from a list: each line has a verdict; lines are checked in parallel and added in their order.
 * Tokens are in a separate map, never in rendered data, and removed with the dialog.
 */
export function AddInstancesDialog() {
  const t = useTranslations()
  const numbers = useNumbers()
  const instances = useInstances()
  const last = useLastConnection()
  const tokens = useRef(new Map<number, string>())
  const nextKey = useRef(1)
  const [lines, setLines] = useState<readonly ManyLine[]>([])
  const [chosen, setChosen] = useState<Partial<ManyOptions>>({})
  const options: Required<ManyOptions> = { family: last.family, mode: 'full', storeToken: true, ...chosen }
  const [problem, setProblem] = useState<string | undefined>()
  const [shown, setShown] = useState<Shown>('all')
  const [edited, setEdited] = useState<number | null>(null)
  // Lines that needed a person when the last run ended stand above the others, also while they are mended: those that
  // failed, then those that were never tried.
  const [first, setFirst] = useState<readonly number[]>([])
  const [asked, setAsked] = useState(true)
  const { outcomes, running, ended, run, stop, forget } = useAddLines((key) => tokens.current.get(key) ?? '')
  // A thousand addresses are read again where lines or instances change, not with each outcome.
  const verdicts = useMemo(() => judgeLines(lines, instances), [lines, instances])
  const judged = lines.map((line): JudgedLine => {
    const outcome = outcomes.get(line.key)
    // An instance that this dialog added counts as a duplicate, but its outcome is shown instead.
    const isDone = outcome?.kind === 'added' || outcome?.kind === 'taken'
    return { line, verdict: (isDone ? undefined : verdicts.get(line.key)) ?? { kind: 'ready' }, outcome }
  })
  const groups = judged.map(({ verdict, outcome }) => groupOf(verdict, outcome))
  const count = (group: Shown): number =>
    group === 'all' ? judged.length : groups.filter((one) => one === group).length
  const ready = judged.filter((_, index) => groups[index] === 'ready').map(toRun)
  const tokensOnly = ready.length > 0 && ready.every(({ known }) => known !== null)
  const inGroup = shown === 'all' ? judged : judged.filter((_, index) => groups[index] === shown)
  const places = new Map(first.map((key, place) => [key, place]))
  const placeOf = ({ line }: JudgedLine): number => places.get(line.key) ?? first.length
  const rows = inGroup.toSorted((one, other) => placeOf(one) - placeOf(other))
  const editedRow = judged.find(({ line }) => line.key === edited)

  const take = (text: string): void => {
    const read = readLines(text)
    const total = read.kind === 'tooMany' ? read.count : lines.length + read.lines.length
    if (read.kind === 'tooMany' || total > mostLines) {
      return setProblem(t('instances.many.tooMany', { count: total, limit: mostLines }))
    }
    const taken = read.lines.map(({ token, ...line }): ManyLine => {
      const key = nextKey.current++
      tokens.current.set(key, token)
      return { ...line, key, token: tokenGiven(token) }
    })
    setProblem(taken.length === 0 ? t('instances.many.noLines') : undefined)
    setLines((before) => [...before, ...taken])
  }
  const failed = judged.filter(
    ({ verdict, outcome }) =>
      (outcome?.kind === 'refused' || outcome?.kind === 'failed') && groupOf(verdict, undefined) === 'ready',
  )
  const tryAgain = (): void => {
    forget(failed.map(({ line }) => line.key))
    begin(failed.map(toRun))
  }
  const leaveOut = (key: number): void => {
    tokens.current.delete(key)
    setLines(lines.filter((line) => line.key !== key))
    setEdited(null)
  }
  const save = (row: JudgedLine, change: Pick<ManyLine, 'name' | 'apiUrl' | 'idInstance'>, typed: string): void => {
    const { key } = row.line
    if (typed !== '') tokens.current.set(key, typed)
    const line = { ...row.line, ...change, token: typed === '' ? row.line.token : tokenGiven(typed) }
    const next = lines.map((one) => (one.key === key ? line : one))
    forget([key])
    setLines(next)
    // The next line that needs a person, below this one first.
    const verdicts = judgeLines(next, instances)
    const needs = judged.filter(
      ({ line: other, outcome }) =>
        other.key !== key &&
        outcome?.kind !== 'added' &&
        (verdicts.get(other.key)?.kind === 'wrong' || outcome !== undefined),
    )
    const still = verdicts.get(key)?.kind === 'wrong'
    setEdited(still ? key : ((needs.find(({ line: other }) => other.key > key) ?? needs[0])?.line.key ?? null))
  }
  const begin = (chosenLines: readonly LineToRun[] = ready): void => {
    setAsked(true)
    setEdited(null)
    const tried = new Set(chosenLines.map(({ key }) => key))
    const untried = judged.filter(({ line }, index) => groups[index] === 'attention' && !tried.has(line.key))
    void run(chosenLines, options).then((refused) =>
      setFirst(
        [...lines.filter(({ key }) => refused.has(key)), ...untried.map(({ line }) => line)].map(({ key }) => key),
      ),
    )
  }
  const takeTokenOf = (line: ManyLine): void => {
    const known = judged.find((one) => one.line.key === line.key)?.verdict
    if (known?.kind === 'here') begin([{ key: line.key, known: known.instance }])
  }
  const close = (): void => {
    stop()
    tokens.current.clear()
    closeDialog()
  }
  const done = count('added')
  const taken = judged.filter(({ outcome }) => outcome?.kind === 'taken').length
  const consent = ended?.code === 'vaultConsentNeeded' && asked
  return (
    <>
      <Dialog
        title={t('instances.many.title')}
        text={t('instances.many.text')}
        className="add-many"
        onClose={close}
        dismissable={lines.length === 0}
        footStart={
          lines.length === 0 ? (
            <Button kind="text" onClick={() => requestDialog({ kind: 'addInstance' })}>
              {t('instances.many.single')}
            </Button>
          ) : (
            <span className="many-count num" role="status">
              {t('instances.many.counts', {
                ready: ready.length,
                attention: count('attention'),
                added: done - taken,
                taken,
              })}
            </span>
          )
        }
        actions={
          <>
            {running ? (
              <Button key="stop" onClick={stop}>
                {t('ui.stop')}
              </Button>
            ) : (
              <Button key="close" onClick={close}>
                {t(done > 0 ? 'ui.close' : 'ui.cancel')}
              </Button>
            )}
            <Button kind="primary" busy={running} blocked={ready.length === 0 && !running} onClick={() => begin()}>
              {running
                ? t('ui.checking')
                : t(tokensOnly ? 'instances.many.takeTokens' : 'instances.many.connect', { count: ready.length })}
            </Button>
          </>
        }
      >
        {ended !== null && ended.code !== 'vaultConsentNeeded' && (
          <div className="form-note">
            <Banner tone="bad" icon="alert" urgent title={errorText(t, ended)} />
          </div>
        )}
        <PasteField
          small={lines.length > 0}
          disabled={running}
          error={problem}
          help={t('instances.many.pasteHelp')}
          onText={take}
          onBadFile={(why) => setProblem(t(`instances.many.file.${why}`))}
        />
        {lines.length > 0 && (
          <>
            <div className="many-bar">
              <ChoiceGroup
                label={t('ui.state')}
                variant="chips"
                value={shown}
                choices={shownGroups.map((value) => ({
                  value,
                  label: t(`instances.many.shown.${value}`),
                  count: count(value),
                }))}
                onChange={setShown}
              />
              {failed.length > 0 && !running && (
                <Button kind="text" onClick={tryAgain}>
                  {t('instances.many.tryAgain', { count: failed.length })}
                </Button>
              )}
            </div>
            <LinesTable
              rows={rows}
              resetKey={[shown, ...first].join(' ')}
              running={running}
              onEdit={({ key }) => setEdited(key)}
              onTakeToken={takeTokenOf}
            />
            {editedRow && !running && (
              <LineEditor
                key={editedRow.line.key}
                line={editedRow.line}
                verdict={editedRow.outcome === undefined ? editedRow.verdict : { kind: 'ready' }}
                state={lineState(t, numbers, editedRow.verdict, editedRow.outcome)}
                onSave={(change, typed) => save(editedRow, change, typed)}
                onLeaveOut={() => leaveOut(editedRow.line.key)}
                onClose={() => setEdited(null)}
              />
            )}
            <div className="many-options" inert={running}>
              <FamilySelect value={options.family} onChange={(family) => setChosen({ ...chosen, family })} />
              <ModeChoice value={options.mode} onChange={(mode) => setChosen({ ...chosen, mode })} />
            </div>
            <TokenStorage
              storeToken={options.storeToken}
              disabled={running}
              onChange={(storeToken) => setChosen({ ...chosen, storeToken })}
            />
          </>
        )}
      </Dialog>
      {consent && (
        <WeakVaultDialog
          onClose={(agreed) => {
            setAsked(false)
            if (agreed) begin()
          }}
        />
      )}
    </>
  )
}
