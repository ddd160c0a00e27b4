import './instances.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CheckReport, InstanceSummary } from '../../../contract/instances.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { closeDialog } from '../../lib/dialog-requests.ts'
import { errorWords } from '../../lib/error-words.ts'
import { useWords } from '../../lib/words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckSteps } from './check-steps.tsx'

/** Asks everything that can be asked about an instance and says what was found, without secrets. */
export function SelfCheckDialog({ instance }: { readonly instance: InstanceSummary }) {
  const t = useWords()
  const [report, setReport] = useState<CheckReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [check, { pending }] = useContractCommand('instances.selfCheck', { errors: 'return' })
  const running = useRef<AbortController | null>(null)
  const { key } = instance
  const run = useCallback(async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setReport(null)
    setProblem(null)
    const result = await check({ instance: key }, abort.signal)
    if (abort.signal.aborted) return
    if (result.ok) setReport(result.value)
    else setProblem(errorWords(t, result.error.data))
    // The words change with the language only.
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
      actions={
        <>
          <Button busy={pending} onClick={() => void run()}>
            {t('instances.checkAgain')}
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
        <CheckSteps
          steps={report?.steps ?? null}
          expected={['address', 'credentials', 'authorization', 'settings', 'queue', 'outgoing', 'limits', 'clock']}
        />
      )}
    </Dialog>
  )
}
