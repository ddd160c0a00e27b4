import { useEffect, useState, type RefObject } from 'react'
import { later } from '../../../ui/later.tsx'
import type { InstanceSummary, Scope } from '../../../../contract/index.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Popover } from '../../../ui/overlays/popover.tsx'

const loadFinder = () => import('./instance-finder.tsx')
const InstanceFinder = later(async () => (await loadFinder()).InstanceFinder)

/** After the first picture: whoever opens the search types on at once. */
const afterFirstPictureMs = 1000

export interface RailOverflowProps {
  /** The list of the rail, which scrolls. */
  readonly list: RefObject<HTMLUListElement | null>
  readonly instances: readonly InstanceSummary[]
  readonly hrefOf: (scope: Scope) => string
}

/** How many instances the rail has no room for ("+16"); it opens the search for one. */
export function RailOverflow({ list, instances, hrefOf }: RailOverflowProps) {
  const t = useTranslations()
  const shown = useShownCount(list, instances)
  const hidden = shown === null ? 0 : instances.length - shown
  useEffect(() => {
    const timer = setTimeout(() => void loadFinder().catch(() => undefined), afterFirstPictureMs)
    return () => clearTimeout(timer)
  }, [])
  if (hidden <= 0) return null
  const label = t('instances.more.hidden', { count: hidden })
  return (
    <Popover
      label={t('instances.find')}
      side="top"
      align="start"
      className="instance-finder"
      content={(close) => <InstanceFinder instances={instances} hrefOf={hrefOf} onGo={close} />}
    >
      <button type="button" className="rail-more num" aria-label={label} title={label}>
        {t('instances.more.sign', { count: hidden })}
      </button>
    </Popover>
  )
}

/** How many squares of instances are in view; null until the browser said so. */
function useShownCount(list: RefObject<HTMLUListElement | null>, instances: readonly InstanceSummary[]): number | null {
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => {
    const { current } = list
    if (current === null) return undefined
    const inView = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inView.add(target)
          else inView.delete(target)
        setShown([...inView].filter((element) => element.isConnected).length)
      },
      { root: current, threshold: 0.5 },
    )
    const observeAll = (): void => {
      for (const element of current.querySelectorAll('[data-instance]')) observer.observe(element)
    }
    observeAll()
    // A folder opened or closed.
    const changes = new MutationObserver(() => {
      for (const element of inView) if (!element.isConnected) inView.delete(element)
      observeAll()
      setShown(inView.size)
    })
    changes.observe(current, { childList: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [list, instances.length])
  return shown
}
