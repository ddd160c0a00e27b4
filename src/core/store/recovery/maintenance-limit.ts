const baseMs = 10 * 60_000
const bytesPerMinute = 50_000_000

/**
 * How long a check or a salvage of a store of so many bytes may take, in ms. It judges no speed: it ends what hangs,
 * and leaves a slow disk many times what it needs.
 */
const maintenanceLimitMs = (bytes: number): number => baseMs + Math.ceil(bytes / bytesPerMinute) * 60_000

/** Aborts when the caller's does, or when the limit for a store of so many bytes is over. */
export const maintenanceSignal = (signal: AbortSignal, bytes: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(maintenanceLimitMs(bytes))])
