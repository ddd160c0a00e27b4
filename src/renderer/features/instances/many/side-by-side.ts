/** Begins the work of the items in their order, so many at once; gives a promise for each. */
export function sideBySide<Item, Value>(
  items: readonly Item[],
  maxConcurrent: number,
  work: (item: Item) => Promise<Value>,
): readonly Promise<Value>[] {
  const results = items.map((item) => ({ item, ...Promise.withResolvers<Value>() }))
  const waiting = results.values()
  const takeSlots = async (): Promise<void> => {
    for (const { item, resolve, promise } of waiting) {
      resolve(work(item))
      await promise.catch(() => undefined)
    }
  }
  for (let worker = 0; worker < maxConcurrent; worker++) void takeSlots()
  return results.map(({ promise }) => promise)
}
