import type { CheckStep } from '../../contract/instances.ts'
import type { AccountsBase } from './accounts-base.ts'

/** The steps of checks that are under way, so that a window shows each as it ends and not all at the end. */
export interface ConnectionTestProgress {
  /** Takes the steps of a run as they end, until `end`. Without a name nobody looks, and nothing is kept. */
  begin(run: string | undefined): { readonly add: (step: CheckStep) => void; readonly end: () => void }
  /** Empty for a run that is over or was never begun. */
  steps(run: string): readonly CheckStep[]
}

export function createConnectionTestProgress({ emit }: Pick<AccountsBase, 'emit'>): ConnectionTestProgress {
  const runs = new Map<string, readonly CheckStep[]>()
  return {
    begin(run) {
      if (run === undefined) return { add: () => undefined, end: () => undefined }
      runs.set(run, [])
      return {
        add(step) {
          runs.set(run, [...(runs.get(run) ?? []), step])
          emit({ type: 'changed', change: { kind: 'check', run } })
        },
        end: () => void runs.delete(run),
      }
    },
    steps: (run) => runs.get(run) ?? [],
  }
}
