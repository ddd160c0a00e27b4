import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** Shown in place of children that failed; `retry` draws them again. */
  readonly fallback: (retry: () => void) => ReactNode
  /** When it changes, the children are drawn again. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed: boolean
  readonly resetKey: unknown
}

/** A script that did not load. `forget` lets it be asked for again. */
export class LoadFailed extends Error {
  readonly forget: () => void

  constructor(forget: () => void, cause: unknown) {
    super('a part of the window did not load', { cause })
    this.forget = forget
  }
}

/** Keeps a failure of one part from taking the window with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Pick<BoundaryState, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  // Not before: React draws what failed a second time, and would ask for the script again and again.
  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadFailed) error.forget()
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
