const least = 1024
const most = 65_535

/**
 * Reads a port that programs can connect to: 1024 to 65535, because smaller ones belong to the system. Null for
 * anything else.
 */
export function readPort(text: string): number | null {
  const digits = text.trim()
  if (!/^\d{1,5}$/.test(digits)) return null
  const port = Number(digits)
  return port >= least && port <= most ? port : null
}
