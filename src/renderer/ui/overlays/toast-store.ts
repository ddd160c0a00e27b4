import { create } from 'zustand'
import type { ContractErrorData } from '../../../contract/errors.ts'
import type { MessageId, TranslationValues } from '../../lib/translations.ts'

/** Words as data, so that any layer can raise a toast and the language may change under it. */
interface ToastText {
  readonly id: MessageId
  readonly values?: TranslationValues
}

export interface Toast {
  readonly key: number
  readonly tone: 'plain' | 'ok' | 'warn' | 'bad'
  readonly content:
    | { readonly kind: 'words'; readonly wording: ToastText }
    | { readonly kind: 'error'; readonly error: ContractErrorData }
  readonly action?: { readonly wording: ToastText; readonly run: () => void }
  /** Gone then, epoch ms, also below a resting pointer: its action is no longer possible. */
  readonly until?: number
}

export interface ToastState {
  readonly toasts: readonly Toast[]
}

/**
 * The toasts of the region; at most three, the oldest goes first, and one that lasts until a time after the others.
 * A toast that is repeated takes the place of the first.
 */
export const useToastStore = create<ToastState>(() => ({ toasts: [] }))

/** Says the same, and offers nothing that another one would not. */
const isRepeatOf = (earlier: Toast, { tone, content, action }: Omit<Toast, 'key'>): boolean =>
  earlier.action === undefined &&
  action === undefined &&
  earlier.tone === tone &&
  JSON.stringify(earlier.content) === JSON.stringify(content)

const most = 3
let nextKey = 1
const push = (toast: Omit<Toast, 'key'>): number => {
  const key = nextKey++
  useToastStore.setState(({ toasts }) => {
    const all = [...toasts.filter((earlier) => !isRepeatOf(earlier, toast)), { ...toast, key }]
    const gone = all.length > most ? (all.find(({ until }) => until === undefined) ?? all[0]) : undefined
    return { toasts: all.filter((one) => one !== gone) }
  })
  return key
}

/** Says what was just done. Failures that need a decision are never toasts. */
export const showToast = (
  id: MessageId,
  {
    values,
    tone = 'ok',
    action,
    until,
  }: { values?: TranslationValues; tone?: Toast['tone']; action?: Toast['action']; until?: number } = {},
): number =>
  push({
    tone,
    content: { kind: 'words', wording: { id, ...(values ? { values } : {}) } },
    ...(action ? { action } : {}),
    ...(until === undefined ? {} : { until }),
  })

/** Says why something that was asked for did not happen. */
export const showErrorToast = (error: ContractErrorData): number =>
  push({ tone: 'bad', content: { kind: 'error', error } })

export const dismissToast = (key: number): void =>
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.key !== key) }))
