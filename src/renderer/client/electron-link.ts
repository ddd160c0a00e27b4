import type { SwitchboardBridge } from '../../rpc/bridge.ts'
import type { ClientLink } from '../../rpc/link.ts'

/** The desktop's end of the pipe. The process boundary neither opens nor closes: it is there as long as the page is. */
export const createElectronLink = (bridge: SwitchboardBridge): ClientLink => ({
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
