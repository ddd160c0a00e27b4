import type { ContractErrorData } from '../../../contract/errors.ts'
import { errorWords } from '../../lib/error-words.ts'
import { useWords } from '../../lib/words.ts'
import { Button } from '../button.tsx'
import type { EmptyStateProps } from '../empty-state.tsx'
import { EmptyState } from '../empty-state.tsx'

export interface LogEmptyProps extends Pick<EmptyStateProps, 'icon' | 'title' | 'text'> {
  readonly error: ContractErrorData | null
  /** Clears the filters; null when none is set. */
  readonly onClear: (() => void) | null
}

/** What a table without rows says: why, and one way on. */
export function LogEmpty({ error, onClear, ...words }: LogEmptyProps) {
  const t = useWords()
  if (error) return <EmptyState icon="warning" title={t('inspector.couldNotRead')} text={errorWords(t, error)} />
  return <EmptyState {...words} actions={onClear && <Button onClick={onClear}>{t('inspector.clearAll')}</Button>} />
}
