/** Something in an address that could not be used; the rest of it was. */
export interface AddressProblem {
  readonly name: string
  readonly value: string
}

/** Reads one parameter after the other, and collects what could not be used. */
export interface AddressReader {
  readonly text: (name: string, longest: number) => string
  /** Parts between commas; `read` answers undefined for one that is none. */
  readonly list: <Value>(name: string, most: number, read: (text: string) => Value | undefined) => readonly Value[]
  /** Names of the service, between commas. */
  readonly names: (name: string, most: number) => readonly string[]
  /** Epoch ms; null without one. */
  readonly time: (name: string) => number | null
  /** A whole number within limits, both included; null without one. */
  readonly whole: (name: string, min: number, max: number) => number | null
  readonly choice: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice | null
  /** Names a parameter of which only its reader knows that it is wrong. */
  readonly reject: (name: string) => void
  /** Rejected values, and the parameters that nobody read. */
  readonly problems: () => readonly AddressProblem[]
}

/** An address of the parameters that have a value, in their order. */
export function formatQuery(params: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString()
}

/** The latest time that a date can hold, epoch ms. */
const latestTime = 8.64e15

/** For an address typed or linked by anybody: what can't be used is left out and named, never guessed. */
export function createAddressReader(query: string): AddressReader {
  const params = new URLSearchParams(query)
  const known = new Set<string>()
  const problems: AddressProblem[] = []
  const refuse = (name: string, value: string): void => void problems.push({ name, value: value.slice(0, 80) })
  const take = (name: string): string | null => {
    known.add(name)
    return params.get(name)
  }
  const list: AddressReader['list'] = (name, most, read) => {
    const parts = (take(name) ?? '').split(',').filter((text) => text !== '')
    return parts
      .flatMap((text) => {
        const value = read(text)
        if (value === undefined) refuse(name, text)
        return value === undefined ? [] : [value]
      })
      .slice(0, most)
  }
  const whole: AddressReader['whole'] = (name, min, max) => {
    const text = take(name)
    if (text === null) return null
    const value = Number(text)
    if (/^\d{1,16}$/.test(text) && value >= min && value <= max) return value
    refuse(name, text)
    return null
  }
  return {
    text: (name, longest) => (take(name) ?? '').slice(0, longest),
    list,
    whole,
    names: (name, most) => list(name, most, (text) => (/^\w{1,64}$/.test(text) ? text : undefined)),
    time: (name) => whole(name, 0, latestTime),
    choice(name, choices) {
      const text = take(name)
      const found = choices.find((choice) => choice === text) ?? null
      if (text !== null && found === null) refuse(name, text)
      return found
    },
    reject: (name) => refuse(name, take(name) ?? ''),
    problems: () => [
      ...problems,
      ...[...params].filter(([name]) => !known.has(name)).map(([name, value]) => ({ name, value: value.slice(0, 80) })),
    ],
  }
}
