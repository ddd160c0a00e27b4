/** Rejects with the signal's reason when it aborts first: a lookup of a proxy, a certificate or a name may hang. */
export function untilAborted<Value>(found: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    found.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
