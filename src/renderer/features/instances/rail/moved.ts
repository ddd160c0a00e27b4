/** The list with one item at another place (held inside the list); the same list when nothing changes. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.max(0, Math.min(to, list.length - 1))
  const item = list[from]
  if (item === undefined || target === from) return list
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, target), item, ...rest.slice(target)]
}
