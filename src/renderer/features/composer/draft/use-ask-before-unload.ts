import { useEffect } from 'react'
import { useContractQuery } from '../../../client/use-contract-query.ts'

/**
 * Has the browser ask before it closes a page that holds what is saved nowhere. The desktop's window closes without a
 * question.
 */
export function useAskBeforeUnload(isUnsaved: boolean): void {
  const { data: info } = useContractQuery('app.info', {})
  const asks = isUnsaved && info?.host === 'browser'
  useEffect(() => {
    if (!asks) return
    const ask = (event: Event): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [asks])
}
