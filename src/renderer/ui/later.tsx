import type { ComponentType, LazyExoticComponent } from 'react'
import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { takeHeldTyping } from '../lib/keys/hold-typing.ts'
import { ErrorBoundary, LoadFailed } from './error-boundary.tsx'
import { showToast } from './overlays/toast-store.ts'

/**
 * A component whose script loads when it is first drawn. One that failed to load, because the host was away or another
 * version took its place, is asked for again when it is drawn again; React's own `lazy` fails for good.
 */
export function lazyAgain<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const ask = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new LoadFailed(() => {
          asked = ask()
        }, cause)
      }
    })
  let asked = ask()
  return function Lazy(props: Props) {
    // Chosen once: another component in its place would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => asked as ComponentType<Props>)
    return <Shown {...props} />
  }
}

/**
 * The same for a dialog, a layer or a banner: nothing is drawn until it is loaded. What fails, then or later, is said,
 * and takes nothing else of the window with it. `onFailed` closes it; if absent, its property `onClose`.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
): ComponentType<Props> {
  const Part = lazyAgain(load)
  return function Later(props: Props) {
    const { onClose } = props as { readonly onClose?: () => void }
    return (
      <ErrorBoundary fallback={() => <PartFailed onFailed={onFailed ?? onClose} />}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

function PartFailed({ onFailed }: { readonly onFailed: (() => void) | undefined }) {
  const close = useEffectEvent(() => onFailed?.())
  useEffect(() => {
    takeHeldTyping()
    close()
    showToast('ui.partFailed', {
      tone: 'bad',
      action: { wording: { id: 'ui.reload' }, run: () => location.reload() },
    })
  }, [])
  return null
}
