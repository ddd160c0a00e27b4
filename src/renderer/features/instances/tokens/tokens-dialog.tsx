import '../instances.css'
import '../many/many.css'
import './tokens.css'
import { useRef, useState, useEffect } from 'react'
import type { InstanceKey } from '../../../../contract/ids.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { closeDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { WeakVaultDialog } from '../connecting/weak-vault-dialog.tsx'
import { PasteField } from '../many/paste-field.tsx'
import { mostLines } from '../many/read-lines.ts'
import { matchTokens, type UnusedLine } from './match-tokens.ts'
import { needsToken } from '../connection-appearance.ts'
import { tokenGroupOf, type TokenGroup } from './token-row-state.ts'
import { TokenStorage } from './token-storage.tsx'
import { TokensTable, type TokenRow } from './tokens-table.tsx'
import { useAddLines } from '../many/use-add-lines.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { tokenGiven } from '../many/judge-lines.ts'

/** More is no help: the person corrects the list and pastes it again. */
const mostShown = 200

/** The lines of a pasted list that gave no token, and why. */
function UnusedLines({ lines }: { readonly lines: readonly UnusedLine[] }) {
  const t = useTranslations()
  if (lines.length === 0) return null
  return (
    <section className="token-unused" aria-label={t('instances.tokens.unused')} tabIndex={0}>
      <h3>{t('instances.tokens.unused')}</h3>
      <ul>
        {lines.slice(0, mostShown).map(({ line, why, name }) => (
          <li key={line}>{t(`instances.tokens.why.${why}`, { line, name })}</li>
        ))}
        {lines.length > mostShown && <li>{t('instances.tokens.unusedRest', { count: lines.length - mostShown })}</li>}
      </ul>
    </section>
  )
}

type Shown = 'all' | Exclude<TokenGroup, 'busy'>
const shownGroups: readonly Shown[] = ['all', 'missing', 'attention', 'ready', 'added']
const groupText = {
  all: 'instances.many.shown.all',
  missing: 'instances.tokens.shown.missing',
  attention: 'instances.many.shown.attention',
  ready: 'instances.many.shown.ready',
  added: 'instances.tokens.shown.taken',
} as const

/**
 * Tokens of all instances that need one, from a list or one by one: checked side by side, and those that the service
 * refuses stay with its words. Tokens are in a separate map, never in rendered data, and removed with the dialog.
 */
export function TokensDialog() {
  const t = useTranslations()
  const instances = useInstances()
  const tokens = useRef(new Map<number, string>())
  // Those that need one when it opens: a row stays when its instance is connected.
  const [asked] = useState(() => new Set(instances.filter(needsToken).map(({ key }) => key)))
  const [given, setGiven] = useState<ReadonlySet<InstanceKey>>(new Set())
  const [unused, setUnused] = useState<readonly UnusedLine[]>([])
  const [problem, setProblem] = useState<string | undefined>()
  const [read, setRead] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown>('all')
  const [entered, setEntered] = useState<InstanceKey | null>(null)
  const [storeToken, setStoreToken] = useState(true)
  const [consentAsked, setConsentAsked] = useState(true)
  const { outcomes, running, ended, run, stop, forget } = useAddLines((key) => tokens.current.get(key) ?? '')

  const rows = instances
    .filter(({ key }) => asked.has(key))
    .map((instance): TokenRow => ({
      instance,
      given: given.has(instance.key) ? 'given' : 'missing',
      outcome: outcomes.get(instance.key),
    }))
  const groups = rows.map((row) => tokenGroupOf(row.given, row.outcome))
  const count = (group: Shown): number => (group === 'all' ? rows.length : groups.filter((one) => one === group).length)
  const ready = rows.filter((_, index) => groups[index] === 'ready').map(({ instance }) => instance.key)
  const shownRows = shown === 'all' ? rows : rows.filter((_, index) => groups[index] === shown)
  const enteredRow = rows.find(({ instance }) => instance.key === entered)
  const taken = count('added')

  const enter = (found: ReadonlyMap<InstanceKey, string>): void => {
    for (const [key, token] of found) tokens.current.set(key, token)
    forget(found.keys())
    setGiven((before) => new Set([...before, ...found.keys()]))
  }
  const takeText = (text: string): void => {
    const open = new Set(rows.filter((_, index) => groups[index] !== 'added').map(({ instance }) => instance.key))
    const result = matchTokens(text, instances, open)
    setRead(null)
    setUnused([])
    if (result.kind === 'tooMany')
      return setProblem(t('instances.many.tooMany', { count: result.count, limit: mostLines }))
    setUnused(result.unused)
    if (result.tokens.size === 0) return setProblem(t('instances.tokens.none'))
    setProblem(undefined)
    setRead(t('instances.tokens.matched', { count: result.tokens.size, unused: result.unused.length }))
    enter(result.tokens)
  }
  const save = (key: InstanceKey, token: string): void => {
    enter(new Map([[key, token]]))
    const open = rows.filter(
      (row, index) => row.instance.key !== key && (groups[index] === 'missing' || groups[index] === 'attention'),
    )
    const at = rows.findIndex(({ instance }) => instance.key === key)
    const below = open.find(({ instance }) => rows.findIndex((row) => row.instance.key === instance.key) > at)
    setEntered((below ?? open[0])?.instance.key ?? null)
  }
  const begin = (): void => {
    setConsentAsked(true)
    setEntered(null)
    void run(
      ready.map((key) => ({ key, known: key })),
      { storeToken },
    )
  }
  const close = (): void => {
    stop()
    tokens.current.clear()
    closeDialog()
  }
  const consent = ended?.code === 'vaultConsentNeeded' && consentAsked
  return (
    <>
      <Dialog
        title={t('instances.tokens.title', { count: asked.size })}
        text={t('instances.tokens.text')}
        className="add-many"
        onClose={close}
        dismissable={given.size === 0 && entered === null}
        footStart={
          <span className="many-count num" role="status">
            {t('instances.tokens.counts', {
              ready: ready.length,
              missing: count('missing'),
              attention: count('attention'),
              taken,
            })}
          </span>
        }
        actions={
          <>
            {running ? (
              <Button key="stop" onClick={stop}>
                {t('ui.stop')}
              </Button>
            ) : (
              <Button key="close" onClick={close}>
                {t(taken > 0 ? 'ui.close' : 'ui.cancel')}
              </Button>
            )}
            <Button kind="primary" busy={running} blocked={ready.length === 0 && !running} onClick={begin}>
              {running ? t('ui.checking') : t('instances.tokens.connect', { count: ready.length })}
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
          small={given.size > 0}
          disabled={running}
          error={problem}
          help={read ?? t('instances.tokens.pasteHelp')}
          onText={takeText}
          onBadFile={(why) => setProblem(t(`instances.many.file.${why}`))}
        />
        <UnusedLines lines={unused} />
        <div className="many-bar">
          <ChoiceGroup
            label={t('ui.state')}
            variant="chips"
            value={shown}
            choices={shownGroups.map((value) => ({ value, label: t(groupText[value]), count: count(value) }))}
            onChange={setShown}
          />
        </div>
        <TokensTable rows={shownRows} resetKey={shown} running={running} onEnter={setEntered} />
        {enteredRow && !running && (
          <TokenEditor
            key={enteredRow.instance.key}
            name={enteredRow.instance.name}
            onSave={(token) => save(enteredRow.instance.key, token)}
            onClose={() => setEntered(null)}
          />
        )}
        <TokenStorage storeToken={storeToken} disabled={running} onChange={setStoreToken} />
      </Dialog>
      {consent && (
        <WeakVaultDialog
          onClose={(agreed) => {
            setConsentAsked(false)
            if (agreed) begin()
          }}
        />
      )}
    </>
  )
}

interface TokenEditorProps {
  readonly name: string
  readonly onSave: (token: string) => void
  readonly onClose: () => void
}

/** The token of one instance, which is only in its field. Render it with the instance's key. */
function TokenEditor({ name, onSave, onClose }: TokenEditorProps) {
  const t = useTranslations()
  const token = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>()
  useEffect(() => {
    token.current?.focus()
    token.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const save = (): void => {
    const typed = token.current?.value.trim() ?? ''
    const given = tokenGiven(typed)
    if (given === 'given') return onSave(typed)
    setProblem(t(given === 'missing' ? 'instances.error.tokenEmpty' : 'instances.error.tokenBroken'))
    token.current?.select()
  }
  return (
    <form
      className="many-editor"
      aria-label={t('instances.tokens.of', { name })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        label={t('instances.tokens.of', { name })}
        mono
        secret
        ref={token}
        error={problem}
        onInput={() => setProblem(undefined)}
      />
      <div className="many-editor-foot">
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" type="submit">
          {t('instances.tokens.use')}
        </Button>
      </div>
    </form>
  )
}
