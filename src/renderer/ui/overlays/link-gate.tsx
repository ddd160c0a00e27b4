import { later } from '../later.tsx'
import { useLinkGate, type LinkOutcome } from '../text/link.tsx'

const LinkDialog = later(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** Asks before an address outside is opened; the app renders it once. `open` is the host's gate. */
export function LinkGate({ open }: { readonly open: (url: string) => Promise<LinkOutcome> }) {
  const asking = useLinkGate((state) => state.asking)
  return asking && <LinkDialog url={asking} open={open} onClose={() => useLinkGate.setState({ asking: null })} />
}
