// Features use classes of the controls by themselves, so their sheets are there from the first picture on.
import '../ui/controls/button.css'
import '../ui/controls/field.css'
import '../ui/controls/choice.css'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import type { RpcClient } from '../../rpc/client.ts'
import { ClientProvider } from '../client/client-context.tsx'
import { LanguageProvider } from './language.tsx'
import { Shell } from './shell.tsx'

export interface AppProps {
  readonly client: RpcClient
  readonly cache: QueryClient
}

/** The whole window, on one connection and one cache. */
export const App = ({ client, cache }: AppProps) => (
  <ClientProvider value={client}>
    <QueryClientProvider client={cache}>
      <LanguageProvider>
        <Shell />
      </LanguageProvider>
    </QueryClientProvider>
  </ClientProvider>
)
