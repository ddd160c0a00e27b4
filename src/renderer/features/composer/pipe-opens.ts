import type { RpcClient } from '../../../rpc/client.ts'

/** Resolves once the pipe to core is open: true at once when it is, false when it was ended for good. */
export const pipeOpens = (client: RpcClient): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (): void => {
      if (client.state() === 'connecting') return
      stop()
      resolve(client.state() === 'open')
    }
    const stop = client.onState(settle)
    settle()
  })
