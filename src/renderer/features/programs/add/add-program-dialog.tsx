import './add-program.css'
import { useState } from 'react'
import type { ContractError, ProgramKey, ProgramPurpose, Scope } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useSettings } from '../../../client/use-preference.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { localClock, localDay } from '../../../lib/time/local-time.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useRadioKeys } from '../../../ui/controls/use-radio-keys.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { arePermissionsUsable, usualPermissions } from '../form/rights-fields.tsx'
import { isScopeUsable } from '../form/scope-fields.tsx'
import { startWebhook } from '../form/webhook-fields.tsx'
import { hostOf, protocolsOf, purposeIcons } from '../program-facts.ts'
import { useHasConnected } from '../use-has-connected.ts'
import { useProgramList } from '../use-program-list.ts'
import { fromOf, inputOf, type NewProgram } from './new-program.ts'
import { ReadyStep } from './ready-step.tsx'
import { ScopeStep } from './scope-step.tsx'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'

interface KindStepProps {
  readonly purpose: ProgramPurpose
  readonly onChange: (purpose: ProgramPurpose) => void
}

const purposes: readonly ProgramPurpose[] = ['webhook', 'bot', 'automation', 'script', 'assistant']

/** The purpose of the new program: radios with roving focus. */
function KindStep({ purpose, onChange }: KindStepProps) {
  const t = useTranslations()
  const keys = useRadioKeys(purposes, purposes.indexOf(purpose), onChange)
  return (
    <div className="kinds" role="radiogroup" aria-label={t('programs.kind')} {...keys}>
      {purposes.map((value) => (
        <button
          key={value}
          className="kind"
          type="button"
          role="radio"
          aria-checked={value === purpose}
          tabIndex={value === purpose ? 0 : -1}
          autoFocus={value === purpose}
          onClick={() => onChange(value)}
        >
          <span className="radio" aria-hidden="true" />
          <ProgramTile icon={purposeIcons[value]} size={36} />
          <span>
            <span className="t">{t(`programs.kind.${value}`)}</span>
            <span className="d">{t(`programs.kind.${value}Text`)}</span>
          </span>
        </button>
      ))}
    </div>
  )
}

export interface AddProgramDialogProps {
  /** The instances of the window; a new program begins with them. */
  readonly scope: Scope
  readonly onClose: () => void
}

const dayMs = 24 * 3_600_000

/** Its settings are entered in a window of its own. */
const isSetUp = (draft: NewProgram): draft is NewProgram & { readonly purpose: 'automation' | 'assistant' } =>
  draft.purpose === 'automation' || draft.purpose === 'assistant'

interface Added {
  readonly program: ProgramKey
  readonly key: string | null
  readonly secret: string | null
}

/** Connects a program in three steps: what it is, what it may see, and what to do at its side. */
export function AddProgramDialog({ scope, onClose }: AddProgramDialogProps) {
  const t = useTranslations()
  const settings = useSettings()
  const { listener = null, team = null } = useProgramList(scope) ?? {}
  const [opened] = useState(useNow())
  const [step, setStep] = useState<1 | 2>(1)
  const [draft, setDraft] = useState<NewProgram>({
    purpose: 'webhook',
    protocol: 'webhook',
    name: '',
    scope: { instances: scope === null ? null : [scope], kinds: null, labels: null, groups: true },
    permissions: usualPermissions,
    beginsEarlier: false,
    day: localDay(opened - dayMs),
    clock: localClock(opened),
    keyExpiresAt: null,
    webhook: startWebhook,
    authorization: '',
    ofTeam: false,
  })
  const [added, setAdded] = useState<Added | null>(null)
  const [error, setError] = useState<ContractError | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const hasConnected = useHasConnected(draft.protocol === 'webhook' ? null : (added?.program ?? null))
  const [add, adding] = useContractCommand('programs.add', { errors: 'return' })
  const [updateSettings] = useContractCommand('settings.update')
  const [sendTest, testing] = useContractCommand('programs.sendTest')
  const isUsable =
    isScopeUsable(draft.scope) &&
    arePermissionsUsable(draft.permissions) &&
    (!draft.beginsEarlier || fromOf(draft) !== null)
  const submit = async (): Promise<void> => {
    if (step === 1) return setStep(2)
    if (!isUsable || adding.pending) return
    const result = await add(inputOf(draft))
    if (!result.ok) return setError(result.error)
    setError(null)
    // What was changed while it was added is not so: the last step is about what there is.
    setDraft(draft)
    setAdded(result.value)
    // A person who adds an assistant lets assistants connect.
    if (draft.purpose === 'assistant') await updateSettings({ programsMcp: true })
  }
  const finish = (): void => {
    if (added !== null) goTo({ view: 'programs', scope, program: added.program }, { replace: true })
    onClose()
  }
  if (added !== null) {
    const leave = () => (isCopied || hasConnected ? finish() : setLeaving(true))
    const isWebhook = draft.protocol === 'webhook'
    return (
      <>
        <Dialog
          wide
          step={t('programs.step', { step: 3 })}
          title={t('programs.ready', { name: draft.name.trim() })}
          text={t(`programs.ready.${isSetUp(draft) ? draft.purpose : draft.protocol}`, {
            host: hostOf(draft.webhook.url),
          })}
          onClose={leave}
          dismissable={false}
          footStart={
            isWebhook && (
              <Button icon="zap" busy={testing.pending} onClick={() => void sendTest({ program: added.program })}>
                {t('programs.sendTest')}
              </Button>
            )
          }
          actions={
            <Button kind="primary" onClick={leave}>
              {t('ui.done')}
            </Button>
          }
        >
          <ReadyStep
            draft={draft}
            port={listener === null || listener.kind === 'off' ? (settings?.programsPort ?? 0) : listener.port}
            program={added.program}
            programKey={added.key}
            secret={added.secret}
            onCopied={() => setCopied(true)}
          />
        </Dialog>
        {isLeaving && (
          <ConfirmDialog
            title={t('programs.leave')}
            text={t(isWebhook ? 'programs.leave.secret' : 'programs.leave.key')}
            confirm={t('programs.leaveAnyway')}
            danger
            onConfirm={finish}
            onClose={() => setLeaving(false)}
          />
        )}
      </>
    )
  }
  // Closed before the answer comes, it would lose the key, which is shown only once.
  const cancel = () => !adding.pending && onClose()
  return (
    <Dialog
      wide
      step={t('programs.step', { step })}
      title={t('programs.add')}
      text={t(step === 1 ? 'programs.whatToConnect' : 'programs.whatItSees')}
      onClose={cancel}
      onSubmit={() => void submit()}
      footStart={step === 2 && <Button onClick={() => setStep(1)}>{t('ui.back')}</Button>}
      actions={
        <>
          <Button onClick={cancel}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={adding.pending} blocked={step === 2 && !isUsable}>
            {t(step === 1 ? 'programs.continue' : 'programs.add')}
          </Button>
        </>
      }
    >
      {step === 1 ? (
        <KindStep
          purpose={draft.purpose}
          onChange={(purpose) =>
            setDraft({
              ...draft,
              purpose,
              protocol: protocolsOf[purpose][0],
              // An assistant proposes, and a person sends.
              permissions: { ...draft.permissions, rights: purpose === 'assistant' ? ['see', 'draft'] : ['see'] },
            })
          }
        />
      ) : (
        <ScopeStep draft={draft} mayBeOfTeam={team?.mayChange === true} onChange={setDraft} error={error} />
      )}
    </Dialog>
  )
}
