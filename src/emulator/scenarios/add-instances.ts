import type { Emulator } from '../create-emulator.ts'
import type { Instance, InstanceInit } from '../world/instance.ts'

/** Id and token of the n-th instance, counted from 0. */
export const credentials = (index: number): { readonly idInstance: string; readonly token: string } => ({
  idInstance: String(1_101_000_001 + index),
  token: `emulated${String(index + 1).padStart(4, '0')}${'c0ffee5eed'.repeat(4)}`,
})

export const addInstances = (
  emulator: Emulator,
  count: number,
  init: Partial<InstanceInit> = {},
): readonly Instance[] =>
  Array.from({ length: count }, (_unused, index) =>
    emulator.addInstance({ name: `Instance ${index + 1}`, ...init, ...credentials(index) }),
  )
