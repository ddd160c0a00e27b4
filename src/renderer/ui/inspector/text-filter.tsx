import { useEffect, useState } from 'react'
import { SearchField } from '../controls/search-field.tsx'

/** Milliseconds without a key after which a typed text is filtered by. */
const typingPause = 120

export interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Typing answers at once on the screen; the address follows a moment later. */
export function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text), typingPause)
    return () => clearTimeout(timer)
  })
  return <SearchField label={label} value={text} onChange={setText} maxLength={200} />
}
