/** A fact of docs/service.md is read again after so many days. */
const staleDays = 120
const dayMs = 86_400_000

/** The newest day of reading ("read 2026-11-26", "Read on 2026-11-26") in a text, epoch ms; -Infinity: it has none. */
const dayOf = (/** @type {string} */ text) =>
  Math.max(
    ...[...text.matchAll(/\bread\s+(?:on\s+)?(\d{4}-\d{2}-\d{2})\b/gi)]
      .map(([, day = '']) => Date.parse(day))
      .filter(Number.isFinite),
  )

/**
 * Lines of a page whose newest day of reading is too long ago.
 * @param {string} page
 * @param {number} now epoch ms
 */
export function staleFacts(page, now) {
  return page.split('\n').flatMap((line, index) => {
    const newest = dayOf(line)
    if (!Number.isFinite(newest) || now - newest <= staleDays * dayMs) return []
    return [{ line: index + 1, days: Math.floor((now - newest) / dayMs) }]
  })
}

/**
 * Numbers of the lines that are rows of a table and have no day of reading: neither of their own, nor at the beginning
 * of their section or of one around it, before its first table. What stands before the first section (`##`) explains
 * the page and is no fact.
 * @param {string} page
 */
export function undatedRows(page) {
  /** @type {{ level: number, text: string, isOpen: boolean }[]} */
  let sections = []
  const lines = page.split('\n')
  return lines.flatMap((line, index) => {
    const level = /^#+(?= )/.exec(line)?.[0].length
    if (level !== undefined) {
      sections = [...sections.filter((section) => section.level < level), { level, text: '', isOpen: true }]
      return []
    }
    const section = sections.at(-1)
    if (!line.startsWith('|')) {
      if (section?.isOpen === true) section.text += `${line}\n`
      return []
    }
    if (section === undefined || section.level === 1) return []
    section.isOpen = false
    const isHead = /^\|[-| ]+\|$/.test(lines[index + 1] ?? '') || /^\|[-| ]+\|$/.test(line)
    const isDated = [line, ...sections.flatMap(({ level: of, text }) => (of === 1 ? [] : text))].some((text) =>
      Number.isFinite(dayOf(text)),
    )
    return isHead || isDated ? [] : [index + 1]
  })
}
