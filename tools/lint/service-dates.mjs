/** A fact of docs/service.md is read again after so many days. */
const staleDays = 120
const dayMs = 86_400_000

/**
 * Lines of a page whose newest day of reading ("read 2026-11-26") is too long ago.
 * @param {string} page
 * @param {number} now epoch ms
 */
export function staleFacts(page, now) {
  return page.split('\n').flatMap((line, index) => {
    const days = [...line.matchAll(/\bread (?:on )?(\d{4}-\d{2}-\d{2})\b/gi)].map(([, day = '']) => Date.parse(day))
    const newest = Math.max(...days)
    if (!Number.isFinite(newest) || now - newest <= staleDays * dayMs) return []
    return [{ line: index + 1, days: Math.floor((now - newest) / dayMs) }]
  })
}
