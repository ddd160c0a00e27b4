import { useState } from 'react'

/**
 * What a view asks about in a dialog of its own, how to ask, and how to close the question. The close of a render
 * belongs to the question of that render: a late answer closes no other one that was asked meanwhile.
 */
export function useQuestion<Subject>(): readonly [Subject | null, (subject: Subject) => void, () => void] {
  const [asked, setAsked] = useState<{ readonly subject: Subject } | null>(null)
  return [
    asked?.subject ?? null,
    (subject) => setAsked({ subject }),
    () => setAsked((current) => (current === asked ? null : current)),
  ]
}
