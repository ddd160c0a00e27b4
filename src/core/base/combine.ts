type Named = Readonly<Record<string, unknown>>
type Intersection<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (part: infer All) => void
  ? All
  : never

/**
 * One object with the members of all parts: handlers of features, or intents of the store. Throws if two parts have the
 * same name, because a spread would silently drop the first.
 */
export function combine<Parts extends readonly object[]>(...parts: Parts): Intersection<Parts[number]> {
  const all: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [name, member] of Object.entries(part as Named)) {
      if (Object.hasOwn(all, name)) throw new Error(`Two features define "${name}".`)
      all[name] = member
    }
  }
  return all as Intersection<Parts[number]>
}
