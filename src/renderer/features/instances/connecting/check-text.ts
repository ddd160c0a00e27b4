import type { CheckReport, CheckStep, SteadyInstance } from '../../../../contract/instances.ts'
import type { Numbers } from '../../../lib/numbers.ts'
import type { MessageId, Translate } from '../../../lib/translations.ts'
import { knownCode } from './check-codes.ts'
import { switchText } from '../switch-text.ts'
import type { VaultStatus } from '../../../../contract/app.ts'

export const resultText = ({ result }: CheckStep): MessageId => `instances.check.result.${result}`

export const stepTitle = ({ step, result }: CheckStep): MessageId =>
  `instances.check.${step}.${result === 'ok' || result === 'warning' ? 'ok' : result === 'failed' ? 'failed' : 'run'}`

/** The text of a finding: the sentence of its code with its values. */
export function stepDetail(t: Translate, numbers: Numbers, { step, code, values = {} }: CheckStep): string {
  const known = knownCode(code)
  const { host, messages, waiting, sendIntervalMs, kindsOn, kindsOff, webhookSet, offsetMs, operations, typeInstance } =
    values
  // The step of the settings has already said what to do.
  const isTaken = step === 'queue' && code === 'webhookSet'
  const found: (string | false | undefined)[] = [
    isTaken
      ? t('instances.found.webhookTakes')
      : known && t(known, { typeInstance: String(typeInstance ?? ''), host: String(host ?? '') }),
  ]
  if (step === 'outgoing' && typeof messages === 'number') found.push(t('instances.found.outgoing', { messages }))
  if (step === 'queue' && typeof waiting === 'boolean')
    found.push(t(`instances.found.${waiting ? 'waiting' : 'empty'}`))
  if (step === 'settings') {
    if (webhookSet === false) found.push(t('instances.found.noWebhook'))
    if (typeof kindsOn === 'number') found.push(t('instances.found.kinds', { count: kindsOn }))
    if (kindsOff) found.push(t('instances.found.kindsOff', { names: switchNames(t, String(kindsOff)) }))
    if (typeof sendIntervalMs === 'number') {
      found.push(
        t('instances.found.interval', {
          isZero: sendIntervalMs === 0 ? 'yes' : 'no',
          interval: numbers.duration(sendIntervalMs),
        }),
      )
    }
  }
  if (step === 'limits') found.push(operations ? String(operations) : t('instances.found.noLimit'))
  if (step === 'clock' && typeof offsetMs === 'number') {
    found.push(t('instances.found.clock', { duration: numbers.duration(Math.abs(offsetMs)) }))
  }
  return found.filter(Boolean).join(' ')
}

/** A report to hand to somebody: what was checked and found. There is no token in any part of it. */
export function checkAsText(t: Translate, numbers: Numbers, instance: SteadyInstance, report: CheckReport): string {
  const { name, idInstance, apiUrl, family, mode } = instance
  const steps = report.steps.map((step) => {
    const took = step.tookMs === undefined ? '' : ` (${numbers.duration(step.tookMs)})`
    const detail = [stepDetail(t, numbers, step), step.text].filter(Boolean).join(' ')
    return `[${t(resultText(step))}] ${t(stepTitle(step))}${took}${detail === '' ? '' : `: ${detail}`}`
  })
  return [`${name}, ${idInstance}, ${apiUrl}, ${family}, ${mode}`, ...steps, ''].join('\n')
}

/** "account state (stateWebhook), ..." of the service's names, parted by commas. */
const switchNames = (t: Translate, names: string): string =>
  names
    .split(', ')
    .map((name) => {
      const wording = switchText(name)
      return wording === null ? name : `${t(wording)} (${name})`
    })
    .join(', ')

/** Where a token would be stored, by the vault's actual state. */
export function vaultText(t: Translate, vault: VaultStatus | undefined, storeToken: boolean): string {
  if (!storeToken) return t('instances.token.session')
  if (!vault) return t('instances.token.reading')
  if (vault.state !== 'usable') return t(`instances.token.${vault.state}` as MessageId)
  return vault.persistent ? t(`instances.token.in.${vault.backend}` as MessageId) : t('instances.token.in.memory')
}
