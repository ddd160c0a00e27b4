/** What a person reads of an error that ended the command. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path !== undefined) return `There is no ${path}.`
  if (code === 'ENOSPC')
    return 'There is no room for the data directory of a simulation, which lies in memory where the system has such a folder (/dev/shm).'
  return error.message
}
