/** One typed line: a number to check, or why it can't be checked. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly typed: string; readonly phone: string }
  | { readonly kind: 'bad'; readonly typed: string; readonly why: 'letters' | 'short' | 'long' }

/** The shortest and the longest number that the service takes, digits (service 11.5). */
const shortest = 10
const longest = 15

/** Numbers one a line, or pasted from a table: the same one once, empty lines nowhere. */
export function readNumbers(text: string): readonly ReadNumber[] {
  const seen = new Set<string>()
  return text.split(/[\n;,\t]+/).flatMap((line): readonly ReadNumber[] => {
    const typed = line.trim()
    if (typed === '') return []
    const phone = typed.replaceAll(/[\s()+.-]/g, '')
    if (!/^\d+$/.test(phone)) return [{ kind: 'bad', typed, why: 'letters' }]
    if (phone.length < shortest) return [{ kind: 'bad', typed, why: 'short' }]
    if (phone.length > longest) return [{ kind: 'bad', typed, why: 'long' }]
    if (seen.has(phone)) return []
    seen.add(phone)
    return [{ kind: 'number', typed, phone }]
  })
}
