import type { CheckReport, CheckStep, SteadyInstance, VaultStatus } from '../../../../contract/index.ts'
import type { Numbers } from '../../../lib/numbers.ts'
import type { MessageId, Translate, TranslationValues } from '../../../lib/translations.ts'
import { switchText } from '../switch-text.ts'

export const resultText = ({ result }: CheckStep): MessageId => `instances.check.result.${result}`

export const stepTitle = ({ step, result }: CheckStep): MessageId =>
  `instances.check.${step}.${result === 'ok' || result === 'warning' ? 'ok' : result === 'failed' ? 'failed' : 'run'}`

/** The sentence of a code; empty for a code without one, which is shown in the service's own words alone. */
export function sentenceOf(t: Translate, code: string | undefined, values: TranslationValues): string {
  const id = `instances.code.${code ?? ''}` as MessageId
  const sentence = t(id, values)
  return sentence === id ? '' : sentence
}

/** The text of a finding: the sentence of its code with its values. */
export function stepDetail(t: Translate, numbers: Numbers, { step, code, values = {} }: CheckStep): string {
  const { host, messages, waiting, sendIntervalMs, kindsOn, kindsOff, webhookSet, offsetMs, operations, typeInstance } =
    values
  // The step of the settings has already said what to do.
  const isTaken = step === 'queue' && code === 'webhookSet'
  const found: (string | false | undefined)[] = [
    isTaken
      ? t('instances.found.webhookTakes')
      : sentenceOf(t, code, { typeInstance: String(typeInstance ?? ''), host: String(host ?? '') }),
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

/** Whether a token may outlive the program: then a person can choose that it does not. */
export const mayStoreToken = (vault: VaultStatus | undefined): boolean =>
  vault === undefined || vault.persistent || vault.state !== 'usable'

/** Where a token would be stored, by the vault's actual state. */
export function vaultText(t: Translate, vault: VaultStatus | undefined, storeToken: boolean): string {
  if (!storeToken || !mayStoreToken(vault)) return t('instances.token.session')
  if (!vault) return t('instances.token.reading')
  return t(`instances.token.${vault.state === 'usable' ? `in.${vault.backend}` : vault.state}` as MessageId)
}
