import '../instances.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CheckReport, SteadyInstance } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { closeDialog } from '../../../lib/routing/dialog-requests.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { CheckSteps } from './check-steps.tsx'
import { checkAsText } from './check-text.ts'
import { useCheckSteps } from './use-check-steps.ts'

const allSteps = [
  'address',
  'credentials',
  'authorization',
  'settings',
  'queue',
  'outgoing',
  'limits',
  'clock',
  'token',
] as const

/** Runs all checks of an instance and shows the findings, without secrets. */
export function SelfCheckDialog({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const [report, setReport] = useState<CheckReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [check, { pending }] = useContractCommand('instances.selfCheck', { errors: 'ignore' })
  const numbers = useNumbers()
  const [found, begin] = useCheckSteps()
  const running = useRef<AbortController | null>(null)
  const { key } = instance
  const run = useCallback(async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setReport(null)
    setProblem(null)
    const result = await check({ instance: key, run: begin() }, abort.signal)
    if (abort.signal.aborted) return
    if (result.ok) setReport(result.value)
    else setProblem(errorText(t, result.error.data))
    // The words change with the language only; a run is begun, never followed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [check, key])
  useEffect(() => {
    void run()
    return () => running.current?.abort()
  }, [run])
  return (
    <Dialog
      title={t('instances.selfCheckTitle', { name: instance.name })}
      text={
        report
          ? t('instances.passed', {
              passed: report.steps.filter((step) => step.result === 'ok').length,
              total: report.steps.length,
            })
          : t('instances.selfCheckText')
      }
      onClose={closeDialog}
      footStart={
        report && (
          <Button kind="text" icon="copy" onClick={() => void copyText(checkAsText(t, numbers, instance, report))}>
            {t('ui.copy')}
          </Button>
        )
      }
      actions={
        <>
          <Button busy={pending} onClick={() => void run()}>
            {t('instances.action.retry')}
          </Button>
          <Button kind="primary" onClick={closeDialog}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {problem ? (
        <Banner tone="bad" icon="alert" title={problem} urgent />
      ) : (
        <CheckSteps steps={report?.steps ?? found} expected={report ? [] : allSteps} />
      )}
    </Dialog>
  )
}
