/** A person's changes in a form, over values that others may change meanwhile. */
export interface Edits<Values extends object> {
  readonly now: Partial<Values>
  /** The saved value of each when it was changed first. */
  readonly began: Partial<Values>
}

export const noEdits: Edits<object> = { now: {}, began: {} }

const namesOf = <Values extends object>(values: Partial<Values>): readonly (keyof Values)[] =>
  Object.keys(values) as (keyof Values)[]

/** Values of forms are text, numbers and plain data. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const pick = <Values extends object>(values: Partial<Values>, names: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>

/** The edits with more of them; a value that is what is saved again is none. */
export function edited<Values extends object>(
  before: Edits<Values>,
  more: Partial<Values>,
  saved: Values,
): Edits<Values> {
  const now = { ...before.now, ...more }
  const isBack = (name: keyof Values): boolean => name in more && isSame(now[name], saved[name])
  const names = namesOf<Values>(now).filter((name) => !isBack(name))
  return {
    now: pick(now, names),
    began: {
      ...pick<Values>(saved, names),
      ...pick(
        before.began,
        names.filter((name) => name in before.began),
      ),
    },
  }
}

/** The edits that differ from what is saved. */
export const changesOf = <Values extends object>(saved: Values, { now }: Edits<Values>): Partial<Values> =>
  pick(
    now,
    namesOf(now).filter((name) => !isSame(now[name], saved[name])),
  )

/** Whether somebody changed a value that is changed here too, to another one. */
export const isOvertaken = <Values extends object>(saved: Values, { now, began }: Edits<Values>): boolean =>
  namesOf(now).some((name) => !isSame(began[name], saved[name]) && !isSame(now[name], saved[name]))

/** The rest of the present edits after others were saved. */
export function afterSave<Values extends object>(present: Edits<Values>, sent: Edits<Values>): Edits<Values> {
  const left = namesOf(present.now).filter((name) => !isSame(present.now[name], sent.now[name]))
  if (left.length === 0) return noEdits as Edits<Values>
  return {
    now: pick(present.now, left),
    began: {
      ...pick(present.began, left),
      ...pick(
        sent.now,
        left.filter((name) => name in sent.now),
      ),
    },
  }
}
