// How long a file of `src` may be, and how full a folder. A long file usually has more than one subject.

/** Lines of a source or style sheet that is not a test. */
const mostLines = 500
/** Files directly in one folder. */
export const mostFiles = 40

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

/**
 * What is wrong with the size of a file; undefined: nothing.
 * @param {string} file its path from the root
 * @param {number} lines
 */
export function refusalOfSize(file, lines) {
  if (!/^src\/.*\.(?:tsx?|css)$/.test(file) || isTest(file)) return undefined
  return lines > mostLines ? `${lines} lines; at most ${mostLines}. Split it along its subjects` : undefined
}

/**
 * Folders with more files than a reader takes in, each with their number.
 * @param {Iterable<string>} files paths from the root
 */
export function fullFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostFiles)
}
