import '../instances.css'
import { useEffect, useRef, useState } from 'react'
import type { CheckReport, CheckStep, ContractError, InstanceKey } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { requestDialog, useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { goTo } from '../../../lib/routing/route.ts'
import { useTranslations, type MessageId } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { AddInstanceForm, type AddInstanceValues } from './add-instance-form.tsx'
import { CheckSteps } from './check-steps.tsx'
import type { FieldErrors, FieldName } from './connection-form.ts'
import { nextColour, checkFields, fieldOfError, fieldOrder, useLastConnection } from './connection-form.ts'
import { useCheckSteps } from './use-check-steps.ts'
import { WeakVaultDialog } from './weak-vault-dialog.tsx'

const connectionSteps = ['address', 'credentials', 'authorization', 'settings', 'queue', 'outgoing'] as const

type Phase =
  | { readonly kind: 'form' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'refused'; readonly report: CheckReport }
  | {
      readonly kind: 'connected'
      readonly report: CheckReport
      readonly instance: InstanceKey
      readonly reattached: boolean
    }

/**
 * Adds an instance: fields, a live check, and its findings. The token is only in its field, never in React's state. A
 * call sends it to core.
 */
export function AddInstanceDialog() {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const instances = useInstances()
  const last = useLastConnection()
  const { data: info } = useContractQuery('app.info', {})
  const [values, setValues] = useState<AddInstanceValues>(() => ({
    name: '',
    colour: nextColour(instances.map(({ colour }) => colour)),
    apiUrl: last.apiUrl,
    idInstance: '',
    family: last.family,
    mode: 'full',
    storeToken: true,
  }))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<ContractError | null>(null)
  const [phase, setPhase] = useState<Phase>({ kind: 'form' })
  const [help, setHelp] = useState(false)
  const [consent, setConsent] = useState(false)
  const token = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const running = useRef<AbortController | null>(null)
  const [found, begin] = useCheckSteps()
  const [check] = useContractCommand('instances.check', { errors: 'ignore' })
  const [add, adding] = useContractCommand('instances.add', { errors: 'return' })
  const [showCode] = useContractCommand('login.showCode', { errors: 'ignore' })

  useEffect(() => () => running.current?.abort(), [])

  const showFields = (found: FieldErrors): void => {
    setErrors(found)
    setPhase({ kind: 'form' })
    const first = fieldOrder.find((name) => found[name])
    if (first) focusField(first)
  }
  const focusField = (name: FieldName): void =>
    void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus())
  const fail = (error: ContractError): void => {
    if (error.code === 'cancelled') return
    if (error.code === 'vaultConsentNeeded') {
      setPhase({ kind: 'form' })
      return setConsent(true)
    }
    const field = fieldOfError(error.code)
    if (field) return showFields({ [field]: `error.${error.code}` as MessageId })
    setFailure(error)
    setPhase({ kind: 'form' })
  }
  const connection = () => ({
    apiUrl: values.apiUrl.trim(),
    idInstance: values.idInstance.trim(),
    token: token.current?.value.trim() ?? '',
    family: values.family,
  })
  const store = async (report: CheckReport): Promise<void> => {
    const asked = running.current
    const result = await add({
      ...connection(),
      family: report.family,
      name: values.name.trim(),
      colour: values.colour,
      mode: values.mode,
      storeToken: values.storeToken,
    })
    const isDismissed = asked?.signal.aborted === true
    if (!result.ok) return isDismissed ? undefined : fail(result.error)
    const { instance, reattached } = result.value
    const needsLogin = report.steps.some(({ code }) => code === 'notAuthorized')
    const worthKnowing = report.steps.some((step) => step.code !== 'notAuthorized' && isWorthKnowing(step))
    if (!isDismissed) {
      if (token.current) token.current.value = ''
      if (needsLogin) {
        // The code or form that the account needs is shown at once, in place of a sentence that it needs one.
        void showCode({ instance })
        goTo({ view: 'instance', scope: instance })
      } else goTo({ view: 'chats', scope: instance })
      if (worthKnowing || reattached) return setPhase({ kind: 'connected', report, instance, reattached })
      closeDialog()
      if (needsLogin) return
    }
    showToast('instances.connected', {
      values: { name: values.name.trim() },
      action: { wording: { id: 'instances.many.another' }, run: addAnother },
    })
  }
  const connect = async (): Promise<void> => {
    if (phase.kind === 'checking') return
    const found = checkFields({ ...values, token: token.current?.value ?? '' })
    setFailure(null)
    if (Object.keys(found).length > 0) return showFields(found)
    setErrors({})
    const abort = new AbortController()
    running.current = abort
    setPhase({ kind: 'checking' })
    const result = await check({ ...connection(), run: begin() }, abort.signal)
    if (abort.signal.aborted) return
    if (!result.ok) return fail(result.error)
    if (!result.value.usable) return setPhase({ kind: 'refused', report: result.value })
    await store(result.value)
  }
  const cancel = (): void => {
    if (phase.kind === 'checking') {
      running.current?.abort()
      return setPhase({ kind: 'form' })
    }
    closeDialog()
  }

  const checking = phase.kind === 'checking'
  const shown = phase.kind === 'form' || checking
  const existing = failure?.code === 'instanceExists' ? failure.data.details?.['instance'] : undefined
  const passed = shown ? 0 : phase.report.steps.filter((step) => step.result === 'ok').length
  // Added anyway: what the check found is still so.
  const notConnected = phase.kind === 'connected' && !phase.report.usable
  const title = {
    form: t('instances.add'),
    checking: t('instances.add'),
    refused: t('instances.notConnected'),
    connected: t(notConnected ? 'instances.added' : 'instances.connected', { name: values.name.trim() }),
  }[phase.kind]
  const text = {
    form: t('instances.addText'),
    checking: t('instances.addText'),
    refused: t('instances.nothingSaved'),
    connected:
      phase.kind === 'connected' && phase.reattached
        ? t('instances.reattached')
        : notConnected
          ? t('instances.addedText')
          : t('instances.passed', { passed, total: shown ? 0 : phase.report.steps.length }),
  }[phase.kind]

  return (
    <>
      <Dialog
        title={title}
        titlePrefix={shown ? undefined : t('instances.add')}
        text={text}
        onClose={closeDialog}
        onSubmit={shown ? () => void connect() : () => undefined}
        dismissable={false}
        modal={phase.kind !== 'connected'}
        footStart={
          shown && (
            <>
              <Button kind="text" icon="help" onClick={() => setHelp(!help)} aria-expanded={help}>
                {t('instances.whereToFind')}
              </Button>
              <Button kind="text" disabled={checking} onClick={() => requestDialog({ kind: 'addInstances' })}>
                {t('instances.many.several')}
              </Button>
            </>
          )
        }
        actions={
          phase.kind === 'refused' ? (
            <>
              <Button key="back" onClick={() => setPhase({ kind: 'form' })}>
                {t('ui.back')}
              </Button>
              <Button key="anyway" busy={adding.pending} onClick={() => void store(phase.report)}>
                {t('instances.addAnyway')}
              </Button>
              <Button key="again" kind="primary" onClick={() => void connect()}>
                {t('instances.action.retry')}
              </Button>
            </>
          ) : phase.kind === 'connected' ? (
            <>
              <Button key="another" onClick={addAnother}>
                {t('instances.many.another')}
              </Button>
              <Button key="open" kind="primary" onClick={closeDialog}>
                {t('instances.open', { name: values.name.trim() })}
              </Button>
            </>
          ) : (
            <>
              <Button key="cancel" onClick={cancel}>
                {t('ui.cancel')}
              </Button>
              <Button key="connect" kind="primary" type="submit" busy={checking || adding.pending}>
                {t(checking || adding.pending ? 'ui.checking' : 'instances.connect')}
              </Button>
            </>
          )
        }
      >
        <div ref={form} hidden={!shown}>
          {help && <WhereToFind />}
          {failure && (
            <div className="form-note">
              <Banner
                tone="bad"
                icon="alert"
                urgent
                title={errorText(t, failure.data)}
                actions={
                  typeof existing === 'number' && (
                    <Button
                      size="compact"
                      onClick={() => {
                        goTo({ view: 'chats', scope: existing as InstanceKey })
                        closeDialog()
                      }}
                    >
                      {t('instances.openExisting')}
                    </Button>
                  )
                }
              />
            </div>
          )}
          <AddInstanceForm
            values={values}
            errors={errors}
            vault={info?.vault}
            disabled={checking}
            tokenRef={token}
            onChange={(change, field) => {
              setValues({ ...values, ...change })
              if (field && errors[field]) setErrors(without(errors, field))
            }}
            onTokenInput={() => errors.token && setErrors(without(errors, 'token'))}
          />
        </div>
        {phase.kind === 'checking' && (
          <div className="form-steps" ref={(steps) => steps?.scrollIntoView({ block: 'nearest' })}>
            <CheckSteps steps={found} expected={connectionSteps} />
          </div>
        )}
        {!shown && <CheckSteps steps={phase.report.steps} expected={[]} />}
      </Dialog>
      {consent && (
        <WeakVaultDialog
          onClose={(agreed) => {
            setConsent(false)
            if (agreed) void connect()
          }}
        />
      )}
    </>
  )
}

/** The next one begins with empty fields, but for the address. */
const addAnother = (): void => requestDialog({ kind: 'addInstance' })

/** Something to show before the dialog closes: a warning, or another form of the address than typed. */
const isWorthKnowing = ({ result, code }: CheckStep): boolean =>
  result === 'warning' || result === 'failed' || code === 'otherPrefix'

const without = (errors: FieldErrors, name: FieldName): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name))

/** Where the fields of the dialog come from. */
function WhereToFind() {
  const t = useTranslations()
  return (
    <div className="where">
      <p>{t('instances.where.console')}</p>
      <dl className="kv">
        <dt>{t('instances.apiUrl')}</dt>
        <dd className="mono">apiUrl</dd>
        <dt>{t('instances.idInstance')}</dt>
        <dd className="mono">idInstance</dd>
        <dt>{t('instances.token')}</dt>
        <dd className="mono">apiTokenInstance</dd>
      </dl>
      <p>{t('instances.where.family')}</p>
    </div>
  )
}
