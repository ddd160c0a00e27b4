import { useRef, useState } from 'react'
import type { ContractErrorData, ErrorCode } from '../../../contract/errors.ts'
import { errorText } from '../../lib/error-text.ts'
import { useUnfinishedValue } from '../../lib/text/use-unfinished-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { afterSave, changesOf, edited, isOvertaken, noEdits, type Edits } from './edits.ts'

/** The answer of a command (client/use-contract-command.ts); `error` null: the form's own controls say why. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: { readonly data: ContractErrorData } | null }

export interface FormOptions<Values extends object> {
  /** The saved values as they are now: other windows and desks change them while the form is open. */
  readonly saved: Values
  /** Saves what the person changed. */
  readonly save: (changes: Partial<Values>, values: Values) => Promise<Outcome>
  /** Called when everything is saved: closes the form. */
  readonly onSaved: (values: Values) => void
  /** Sentences about values that are wrong before they are sent, by name. */
  readonly check?: (values: Values) => Partial<Record<keyof Values, string>>
  /** The value whose error this is; the form shows the others. */
  readonly fieldFor?: (code: ErrorCode) => keyof Values | undefined
  /** The sentence for an error, where the form has a better one. */
  readonly wording?: (code: ErrorCode) => string | undefined
  /** Under which what is typed outlives the form's component; absent: it goes with it. */
  readonly home?: string
  /** Saves also when nothing was changed, as for what does not exist yet. */
  readonly isNew?: boolean
}

export interface Form<Values extends object> {
  readonly values: Values
  /** A function is given the newest values: those of a save that runs are older. */
  readonly set: (changes: Partial<Values> | ((newest: Values) => Partial<Values>)) => void
  /** The values that the person changed. */
  readonly changes: Partial<Values>
  /** For a control: `value` and `onChange`. */
  readonly field: <Name extends keyof Values>(
    name: Name,
  ) => { readonly value: Values[Name]; readonly onChange: (value: Values[Name]) => void }
  /** For a text field: `value`, `onChange` and `error`. */
  readonly text: <Name extends TextName<Values>>(name: Name) => TextProps
  readonly errors: Partial<Record<keyof Values, string>>
  /** Why it was not saved, where no value is to blame. */
  readonly problem: string | undefined
  /** Somebody changed since the form was opened what the person changed too. */
  readonly isOvertaken: boolean
  readonly pending: boolean
  readonly submit: () => void
  /** Forgets what was typed. */
  readonly discard: () => void
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

interface TextProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
}

/**
 * A form over saved values. It holds the person's edits alone: what they did not touch follows what is saved, only
 * changes are sent, and what is typed while a save runs stays, as a change that is not saved yet.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { saved, save, onSaved, check, fieldFor, wording, home, isNew = false } = options
  const t = useTranslations()
  const none = noEdits as Edits<Values>
  const [edits, keepEdits] = useUnfinishedValue<Edits<Values>>(home, none)
  /** The newest edits, for a save that ends after more was typed. */
  const newest = useRef(edits)
  const setEdits = (next: Edits<Values>): void => {
    newest.current = next
    keepEdits(next)
  }
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  const values: Values = { ...saved, ...edits.now }
  const changes = changesOf(saved, edits)
  const set: Form<Values>['set'] = (changed) => {
    const more = typeof changed === 'function' ? changed({ ...saved, ...newest.current.now }) : changed
    setEdits(edited(newest.current, more, saved))
    setProblem(undefined)
    setErrors((before) => {
      const rest = { ...before }
      for (const name of Object.keys(more)) delete rest[name as keyof Values]
      return rest
    })
  }
  const submit = async (): Promise<void> => {
    if (pending) return
    const wrong = check?.(values) ?? {}
    setErrors(wrong)
    setProblem(undefined)
    if (Object.keys(wrong).length > 0) return
    if (!isNew && Object.keys(changes).length === 0) return onSaved(values)
    setPending(true)
    const outcome = await save(changes, values)
    setPending(false)
    if (outcome.ok) {
      const left = afterSave(newest.current, edits)
      setEdits(left)
      // Text typed meanwhile is not saved: the form stays.
      if (left === none) onSaved(values)
      return
    }
    if (outcome.error === null) return
    const { data } = outcome.error
    const name = fieldFor?.(data.code)
    const text = wording?.(data.code) ?? errorText(t, data)
    if (name === undefined) setProblem(text)
    else setErrors({ [name]: text } as Partial<Record<keyof Values, string>>)
  }
  return {
    values,
    set,
    changes,
    field: (name) => ({
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    text: (name) => ({
      value: values[name] as string,
      error: errors[name],
      onChange: ({ target }) => set({ [name]: target.value } as unknown as Partial<Values>),
    }),
    errors,
    problem,
    isOvertaken: isOvertaken(saved, edits),
    pending,
    submit: () => void submit(),
    discard: () => setEdits(none),
  }
}
