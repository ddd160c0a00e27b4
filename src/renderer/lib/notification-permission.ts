import { useSyncExternalStore } from 'react'

/** Whether this browser shows notifications of this address. `missing`: it has none, or not on this page. */
export type PermissionState = NotificationPermission | 'missing'

const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

/** As of the last `refresh`: the browser's own process is asked, and the page waits until it answers. */
let known: PermissionState = 'Notification' in globalThis ? 'default' : 'missing'

function refresh(): void {
  if (known !== 'missing') known = Notification.permission
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  let status: PermissionStatus | undefined
  // The person may change it in the browser's own settings, which the page hears of only here.
  navigator.permissions
    .query({ name: 'notifications' })
    .then((given) => {
      if (!listeners.has(listener)) return
      status = given
      given.onchange = refresh
    })
    .catch(() => undefined)
    .finally(refresh)
  return () => {
    listeners.delete(listener)
    if (status) status.onchange = null
  }
}

export const useNotificationPermission = (): PermissionState => useSyncExternalStore(subscribe, () => known)

/** Asks the person. Call it in the handler of a click: browsers ignore the question otherwise. */
export async function requestNotificationPermission(): Promise<PermissionState> {
  if (known === 'missing') return 'missing'
  await Notification.requestPermission()
  refresh()
  return known
}
