import { createContext, use } from 'react'
import type { RpcClient } from '../../rpc/client.ts'

const ClientContext = createContext<RpcClient | null>(null)

export const ClientProvider = ClientContext.Provider

/** The connection to the host, for calls that must not be cached (tokens) and for commands. */
export function useClient(): RpcClient {
  const client = use(ClientContext)
  if (!client) throw new Error('useClient needs a ClientProvider above it')
  return client
}

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
