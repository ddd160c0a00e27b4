export type ElectronRuntime =
  | { readonly kind: 'ready'; readonly executable: string }
  | { readonly kind: 'missing'; readonly reason: string }

export function electronRuntime(): ElectronRuntime
