import { useEffect, useRef } from 'react'
import { useSettings } from '../../client/use-preference.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { noticesOf, usualLimits } from './program-facts.ts'
import { useServedPrograms } from './use-program-list.ts'

/**
 * Tells a person once of each program that got into trouble, wherever in the window they are. The view of programs says
 * it by itself. What ends and begins again is reported again.
 */
export function useProgramNotices(): void {
  const { rows } = useServedPrograms()
  const limits = useSettings() ?? usualLimits
  const now = useNow()
  const reported = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const present = rows.flatMap((row) => noticesOf(row, limits, now).map((notice) => ({ row, notice })))
    const isSeen = currentRoute().view === 'programs'
    for (const { row, notice } of present) {
      if (isSeen || reported.current.has(`${row.key} ${notice}`)) continue
      showToast(`programs.notice.${notice}`, {
        tone: 'warn',
        values: { name: row.name },
        action: {
          wording: { id: 'ui.show' },
          run: () => goTo({ view: 'programs', scope: null, program: row.key }),
        },
      })
    }
    reported.current = new Set(present.map(({ row, notice }) => `${row.key} ${notice}`))
  }, [rows, limits, now])
}
