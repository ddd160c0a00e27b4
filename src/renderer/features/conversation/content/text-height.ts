/** Width of a line in a bubble, and of a letter of the message font (14 px), CSS px. */
const lineWidth = 490
const letterWidth = 7
const lineHeight = 20

/** About how high a text stands in a bubble, CSS px; 0 for ''. */
export function textHeight(text: string): number {
  if (text === '') return 0
  const lines = text
    .slice(0, 3000)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letterWidth) / lineWidth)), 0)
  return Math.min(lines, 60) * lineHeight
}
