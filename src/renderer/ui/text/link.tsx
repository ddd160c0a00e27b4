import { create } from 'zustand'

export type LinkOutcome = 'opened' | 'refused' | 'failed'

export interface LinkGateState {
  /** The address a person is being asked about. */
  readonly asking: string | null
}

/** One gate for every address that leads out of the program; ui/overlays/link-gate.tsx asks. */
export const useLinkGate = create<LinkGateState>(() => ({ asking: null }))

/** Asks, then opens outside. The host refuses everything but http, https and mailto. */
export const askToOpenLink = (url: string): void => useLinkGate.setState({ asking: url })
