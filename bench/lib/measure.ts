/** Runs a call so many times one after the other; milliseconds of each. The first ones warm up and are left out. */
export async function measure(
  times: number,
  call: (round: number) => Promise<unknown>,
  warmUp = 3,
): Promise<readonly number[]> {
  const taken: number[] = []
  for (let round = -warmUp; round < times; round++) {
    const started = performance.now()
    await call(Math.abs(round))
    if (round >= 0) taken.push(performance.now() - started)
  }
  return taken
}
