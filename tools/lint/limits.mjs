// How small and how large a file of `src` may be, and how full a folder. A file of a few lines hides what it belongs to
// in a list of names; a long one has more than one subject. What differs is listed here with its reason.

/** Lines of a source that is not a test. */
export const fewestLines = 16
export const mostLines = 350
const mostStyleLines = 400
/** Files directly in one folder. */
export const mostFiles = 40

/** Files that are alike by their place: small ones of these say nothing. */
const smallByPlace = [
  // The numbered steps of the store's schema.
  /^src\/core\/schema\/migrations\/\d{4}-[\w-]+\.ts$/,
  // What a room of core is made from.
  /^src\/core\/([\w-]+)\/(?:\1|instance)-base\.ts$/,
  // The intents of a room, gathered from files along its subjects.
  /^src\/core\/([\w-]+)\/tx\/\1-intents\.ts$/,
  // The texts of a feature in one language.
  /\/messages\.[a-z]{2}\.ts$/,
  // A content kind is one row in core and one in the window (docs/adding-a-message-kind.md).
  /^src\/core\/messages\/content\/rules\/[\w-]+\.ts$/,
  /^src\/renderer\/features\/conversation\/content\/[\w-]+\.tsx$/,
  // A control that several features use.
  /^src\/renderer\/ui\/[\w-]+\/[\w-]+\.tsx$/,
]

/** Small files that others need by themselves. A pure function with a test beside it needs no row. */
export const smallFiles = {
  'src/api/file-types.ts': 'the types of files by name, for the api and for uploads',
  'src/api/json.ts': 'the type of all JSON',
  'src/api/schema/limits.ts': 'limits of the service, which the workers of the store load without its inputs',
  'src/core/directory/rules/view-ages.ts': 'ages that the service and the intents of the room share',
  'src/core/hosting/rules/own-host.ts': 'the check that the browser host and the server for programs share',
  'src/core/uploads/rules/program-file-limits.ts': 'limits that the intents of the room and its service share',
  'src/core/team/rules/limit-share.ts': 'the share of a desk in a limit',
  'src/core/workers/reader-worker.ts': 'entry of a worker',
  'src/main/index.ts': 'entry of the desktop host',
  'src/main/system/certificates-worker.ts': 'entry of a worker',
  'src/main/window/development-server.ts': 'asks Electron, which the tests of its caller have not',
  'src/renderer/client/use-instances.ts': 'the hook of thirty components',
  'src/renderer/css.d.ts': 'types of imported style sheets',
  'src/renderer/lib/text/capital.ts': 'a helper of four features',
  'src/renderer/lib/text/class-names.ts': 'a helper of forty components',
  'src/renderer/lib/text/copy-text.ts': 'a helper of sixteen components',
  'src/rpc/bridge.ts': 'types of the bridge, which the preload, the host and the page share',
  'src/web/index.ts': 'entry of the browser host',
}

/** Sources that are one table, and what they have at most. */
export const longTables = {
  'src/api/operations.ts': 480,
  'src/renderer/features/instances/messages.en.ts': 450,
  'src/renderer/features/instances/messages.ru.ts': 450,
  'src/renderer/ui/marks/icon-shapes.tsx': 400,
}

/** Sources that are to be split along their subjects, and what they have at most until then. */
export const longFiles = {}

/** Folders that are a list, one file a row. */
const listFolders = ['src/core/schema/migrations']

const isTest = (file) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

/**
 * What is wrong with the size of a file; undefined: nothing.
 * @param {string} file its path from the root
 * @param {number} lines
 * @param {ReadonlySet<string>} files all files of the tree
 */
export function refusalOfSize(file, lines, files) {
  if (!file.startsWith('src/') || isTest(file)) return undefined
  if (file.endsWith('.css')) {
    return lines > mostStyleLines ? `${lines} lines; a style sheet has ${mostStyleLines} at most` : undefined
  }
  if (!/\.tsx?$/.test(file)) return undefined
  const most = { ...longTables, ...longFiles }[file] ?? mostLines
  if (lines > most) return `${lines} lines; at most ${most}. Split it along its subjects`
  const isAllowed =
    Object.hasOwn(smallFiles, file) ||
    smallByPlace.some((place) => place.test(file)) ||
    files.has(file.replace(/\.tsx?$/, '.test.ts'))
  return lines < fewestLines && !isAllowed
    ? `${lines} lines; fold it into what it belongs to, or give its reason in smallFiles`
    : undefined
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
  return [...counts].filter(([folder, count]) => count > mostFiles && !listFolders.includes(folder))
}
