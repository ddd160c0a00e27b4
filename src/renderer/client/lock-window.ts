import type { RpcClient } from '../../rpc/client.ts'

/** Locks the windows of this host. What was typed here and is not saved yet goes first. */
export function lockWindow(client: RpcClient): void {
  // As before the page closes: fields and drafts listen to it.
  dispatchEvent(new Event('beforeunload'))
  client.call('host.lockNow', {}).catch(() => undefined)
}
