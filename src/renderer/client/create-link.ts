import type { SwitchboardBridge } from '../../rpc/bridge.ts'
import type { ClientLink } from '../../rpc/link.ts'
import { createWebSocketLink } from './web-socket-link.ts'

declare global {
  interface Window {
    /** Exposed by the desktop's preload; absent in the browser host. */
    readonly switchboard?: SwitchboardBridge
  }
}

/** The desktop's end of the connection, which is open as long as the page exists. */
const createElectronLink = (bridge: SwitchboardBridge): ClientLink => ({
  send: (text) => bridge.send(text),
  listen(listener) {
    let listening = true
    bridge.onMessage((text) => {
      if (listening) listener.received(text)
    })
    queueMicrotask(() => {
      if (listening) listener.opened()
    })
    return () => {
      listening = false
    }
  },
})

/** The link to the host of this page: the desktop's bridge, else the browser host's WebSocket. */
export function createLink(page: Window): ClientLink {
  if (page.switchboard) return createElectronLink(page.switchboard)
  const url = new URL('rpc', page.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  return createWebSocketLink({ url: url.href })
}
