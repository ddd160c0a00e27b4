import { useContractCommand } from './use-contract-command.ts'
import { useSaveExport } from './use-save-export.ts'

/** Writes a profile for another computer and hands it to the person. */
export function useExportProfile(): readonly [run: () => void, pending: boolean] {
  const [make, { pending }] = useContractCommand('profile.export')
  const save = useSaveExport('instances')
  const run = async (): Promise<void> => {
    const made = await make({})
    if (made.ok) await save(made.value)
  }
  return [() => void run(), pending]
}
