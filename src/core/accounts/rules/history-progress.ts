/**
 * How far the service is with reading the account's history, in percent; null when nothing is under way. It says 0 and
 * 100 of an account of which nothing is read (service 10.2).
 */
export function historyProgressOf(account: { readonly historySyncProgress?: unknown }): number | null {
  const { historySyncProgress: progress } = account
  return typeof progress === 'number' && progress > 0 && progress < 100 ? progress : null
}
