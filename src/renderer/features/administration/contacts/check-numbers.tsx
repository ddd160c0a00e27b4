import { useEffect, useMemo, useRef, useState } from 'react'
import type { ContractErrorData, SteadyInstance } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useUnfinishedText, useUnfinishedValue } from '../../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { SidePanel } from '../../../ui/inspector/inspector-view.tsx'
import { Spinner } from '../../../ui/marks/skeleton.tsx'
import { readNumbers } from './read-numbers.ts'

export interface CheckNumbersProps {
  readonly instance: SteadyInstance
  readonly onClose: () => void
  readonly onWrite: (chatId: string) => void
}

type Checked =
  | { readonly kind: 'asking' }
  | { readonly kind: 'exists'; readonly chatId: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly error: ContractErrorData }

const noResults: ReadonlyMap<string, Checked> = new Map()

/** After these nothing more is asked: each of the rest would be refused the same way. */
const endsAll: ReadonlySet<string> = new Set(['quotaExceeded', 'operationMissing', 'notAuthorized', 'wrongToken'])

/** Asks the service which of some numbers have an account. The cost is shown first. */
export function CheckNumbers({ instance, onClose, onWrite }: CheckNumbersProps) {
  const t = useTranslations()
  const { text, write: setText } = useUnfinishedText(`numbers to check of instance ${instance.key}`, '')
  const [results, setResults] = useUnfinishedValue(`checked numbers of instance ${instance.key}`, noResults)
  const latest = useRef(results)
  const setResult = (phone: string, checked: Checked | null) => {
    const next = new Map(latest.current)
    if (checked === null) next.delete(phone)
    else next.set(phone, checked)
    latest.current = next
    setResults(next)
  }
  const [running, setRunning] = useState(false)
  const [check] = useContractCommand('contacts.check', { errors: 'ignore' })
  const { data: account } = useContractQuery('account.state', { instance: instance.key })
  const stopped = useRef<AbortController | null>(null)
  useEffect(() => () => stopped.current?.abort(), [])
  const lines = useMemo(() => readNumbers(text), [text])
  const numbers = lines.flatMap((line) => (line.kind === 'number' ? [line.phone] : []))
  const due = numbers.filter((phone) => !['exists', 'missing'].includes(results.get(phone)?.kind ?? ''))
  const quota = account?.quotas.find(({ method }) => method === 'checkAccount' || method === 'checkWhatsapp')
  const left = quota?.used != null && quota.total !== null ? Math.max(0, quota.total - quota.used) : null
  const run = async () => {
    const stop = new AbortController()
    stopped.current = stop
    setRunning(true)
    for (const phone of due) {
      if (stop.signal.aborted) break
      setResult(phone, { kind: 'asking' })
      const result = await check({ instance: instance.key, phone }, stop.signal)
      if (result.ok)
        setResult(phone, result.value.exists ? { kind: 'exists', chatId: result.value.chatId } : { kind: 'missing' })
      else setResult(phone, stop.signal.aborted ? null : { kind: 'failed', error: result.error.data })
      if (!result.ok && endsAll.has(result.error.code)) break
    }
    setRunning(false)
  }
  return (
    <SidePanel label={t('contacts.check')} title={t('contacts.check')} onClose={onClose}>
      <div className="sect">
        <label>
          <span className="lbl">
            {t('contacts.numbers')} <small>{t('contacts.numbersNote')}</small>
          </span>
          <textarea
            className="input num"
            rows={5}
            aria-label={t('contacts.numbers')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className="side-foot">
          {t('contacts.willAsk', { due: due.length, lines: lines.length })}{' '}
          {quota === undefined
            ? t('contacts.quotaUnknown')
            : left === null
              ? quota.text
              : t('contacts.quotaLeft', { left, total: quota.total ?? 0, after: Math.max(0, left - due.length) })}
        </p>
        <div className="insp-acts">
          <Button
            size="compact"
            kind="primary"
            busy={running}
            blocked={due.length === 0 || left === 0}
            onClick={() => void run()}
          >
            {left === 0 ? t('contacts.quotaUsed') : t('contacts.checkCount', { count: due.length })}
          </Button>
          {running && (
            <Button size="compact" onClick={() => stopped.current?.abort()}>
              {t('ui.stop')}
            </Button>
          )}
        </div>
      </div>
      <div className="sect">
        <h3>{t('contacts.result')}</h3>
        <ul className="check-list" aria-label={t('contacts.result')}>
          {lines.map((line) => {
            const checked = line.kind === 'number' ? results.get(line.phone) : undefined
            return (
              <li
                key={line.typed}
                className={
                  line.kind === 'bad' || checked?.kind === 'failed'
                    ? 'is-bad'
                    : checked?.kind === 'exists'
                      ? 'is-ok'
                      : undefined
                }
              >
                {checked?.kind === 'asking' ? (
                  <Spinner />
                ) : (
                  <Icon
                    name={
                      line.kind === 'bad' || checked?.kind === 'failed'
                        ? 'errorCircle'
                        : checked?.kind === 'exists'
                          ? 'okCircle'
                          : 'circle'
                    }
                  />
                )}
                <span>{line.typed}</span>
                <span>
                  {line.kind === 'bad'
                    ? t(`contacts.bad.${line.why}`)
                    : checked === undefined
                      ? t('contacts.notChecked')
                      : checked.kind === 'failed'
                        ? errorText(t, checked.error)
                        : t(`contacts.checked.${checked.kind}`)}
                </span>
                {line.kind === 'number' && checked?.kind === 'exists' && (
                  <Button kind="text" onClick={() => onWrite(checked.chatId || `${line.phone}@c.us`)}>
                    {t('contacts.writeShort')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        <p className="side-foot">{t('contacts.resultStored')}</p>
      </div>
    </SidePanel>
  )
}
