import './code.css'
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'

export interface JsonViewProps {
  /** The raw text. What is no JSON is shown as it is. */
  readonly text: string
  readonly wrap?: boolean
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Levels that are open at first. */
const openLevels = 3

/** Texts longer than this are cut until the person asks for the rest: a thumbnail is no reading. */
const textLimit = 400

/**
 * A raw record, foldable. Numbers keep their digits as written: ids are larger than a double can hold. Load it lazily.
 */
export function JsonView({ text, wrap = true }: JsonViewProps) {
  const value = useMemo(() => parse(text), [text])
  if (value === undefined) return <pre className="code code-pre">{text}</pre>
  return (
    <div className={cx('code', !wrap && 'is-nowrap')} tabIndex={0} role="group" aria-label="JSON">
      <Line value={value} depth={0} name={undefined} last />
    </div>
  )
}

/** Marks numbers that a double would change, so that they are shown as written. */
const exact = '\u0000exact:'
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text, function (_key: string, value: Json, context?: { readonly source?: string }): Json {
      const source = context?.source
      return typeof value === 'number' && source !== undefined && String(value) !== source ? exact + source : value
    } as (key: string, value: Json) => Json) as Json
  } catch {
    return undefined
  }
}

interface LineProps {
  readonly value: Json
  readonly depth: number
  readonly name: string | undefined
  readonly last: boolean
}

const indent = (depth: number): CSSProperties => ({ '--d': depth }) as CSSProperties

function Line({ value, depth, name, last }: LineProps) {
  const t = useTranslations()
  const [open, setOpen] = useState(depth < openLevels)
  const key = name !== undefined && (
    <>
      <span className="k">{JSON.stringify(name)}</span>
      <span className="p">: </span>
    </>
  )
  const comma = !last && <span className="p">,</span>
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="j" style={indent(depth)}>
        {key}
        <Scalar value={value} />
        {comma}
      </div>
    )
  }
  const isList = Array.isArray(value)
  const entries: readonly (readonly [string | undefined, Json])[] = isList
    ? value.map((item: Json) => [undefined, item] as const)
    : Object.entries(value)
  const [begin, end] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <div className="j" style={indent(depth)}>
        {key}
        <span className="p">{begin + end}</span>
        {comma}
      </div>
    )
  }
  return (
    <>
      <button type="button" className="j" style={indent(depth)} aria-expanded={open} onClick={() => setOpen(!open)}>
        {key}
        <span className="p">{begin}</span>
        {!open && (
          <>
            <span className="fold"> {t('ui.entries', { count: entries.length })} </span>
            <span className="p">{end}</span>
            {comma}
          </>
        )}
      </button>
      {open && (
        <>
          {entries.map(([entryName, entry], index) => (
            <Line
              key={entryName ?? index}
              value={entry}
              depth={depth + 1}
              name={entryName}
              last={index === entries.length - 1}
            />
          ))}
          <div className="j" style={indent(depth)}>
            <span className="p">{end}</span>
            {comma}
          </div>
        </>
      )}
    </>
  )
}

function Scalar({ value }: { readonly value: null | boolean | number | string }): ReactNode {
  const t = useTranslations()
  const [whole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span className={typeof value === 'number' ? 'n' : 'b'}>{String(value)}</span>
  if (value.startsWith(exact)) return <span className="n">{value.slice(exact.length)}</span>
  const cut = !whole && value.length > textLimit
  return (
    <>
      <span className="s">{JSON.stringify(cut ? value.slice(0, textLimit) : value)}</span>
      {cut && (
        <button type="button" className="btn-text" onClick={() => setWhole(true)}>
          {' '}
          {t('ui.jsonWhole', { size: value.length })}
        </button>
      )}
    </>
  )
}
