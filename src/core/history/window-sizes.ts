/** The smallest window, as the service's own default (service 4.1). */
export const firstWindow = 100
/** Far beyond what the service keeps (service 10.1: 5000 messages): a larger answer means something is wrong. */
export const largestWindow = 102_400

/** 100, 200, 400, ...: the next larger window. */
export const nextWindow = (count: number): number => count * 2

/** The smallest window of the row that shows more than `known` messages. */
export function windowBeyond(known: number): number {
  let count = firstWindow
  while (count <= known && count < largestWindow) count = nextWindow(count)
  return count
}
