import type { CheckStep } from '../../contract/instances.ts'
import type { AccountsBase } from './accounts-base.ts'

/** Steps of running connection tests, so that a window can show each when it ends. */
export interface ConnectionTestProgress {
  /** Records the steps of a run until `end`. Without a key nothing is recorded. */
  begin(run: string | undefined): { readonly add: (step: CheckStep) => void; readonly end: () => void }
  /** Empty for a run that has ended or never started. */
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
