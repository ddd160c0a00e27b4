import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Parts of a name that say nothing, or several things, and what to write instead (docs/glossary.md). */
export const retiredParts = {
  told: 'what it holds: reported, rights, payload; an idempotency hit is found by its sendId',
  untold: 'unsynced',
  kept: 'stored, retained, or what it holds',
  keeper: 'a notification sink, a watch',
  keepers: 'notification sinks',
  tell: 'emit, upload, report, show',
  tells: 'hasDate, reports, or what it holds',
  telling: 'required, reporting',
  said: 'a text, a value, where it comes from',
  hear: 'listen, call',
  heard: 'received',
  patience: 'a timeout, with its unit',
  fate: 'an outcome',
  fates: 'outcomes',
  behind: 'deferred (a priority of the store), backlog (work to do), afterColleague (a lane)',
  once: 'singleFlight, getOrCreate, or a number with its unit',
  word: 'text, raw status, topic; a word of a text belongs to core/search and to names',
  words: 'translations, text, rawStatuses; words of a text belong to core/search and to names',
  turn: 'a slot, a permit, a round, a priority',
  turns: 'slots, rounds',
  look: 'a poll, a read, a variant, an appearance',
  looks: 'polls, an appearance',
  face: 'an avatar, a portrait',
  house: 'a harness',
  sighting: 'an observation',
  sightings: 'observations',
}

/** Whole names that had several meanings, and what to write instead. */
export const retiredNames = {
  refusedLater: 'retryable',
  Observed: 'Observation',
  StatusNote: 'WaitReason',
  noteBlocked: 'setBlockedReason',
  givenNote: 'waitReasonAssignments',
  setNotes: 'setWaitReasons',
  NoteColumns: 'WaitReasonColumns',
  CoreFloor: 'AssemblyBase',
  claimOutbox: 'matchOutboxRow',
  textTold: 'firstVersion',
  openLanes: 'chatsWithQueuedMessages',
  createOnce: 'createSingleFlight',
}

/** Names in which a part means what it means in English or in a library. */
const allowed = [
  // How far back a query goes: a look-back window.
  /look-?back/i,
  /^looksLike[A-Z]/,
  // A key that works a single time, and methods and fields that Node, Electron, Vitest and oxlint name.
  /^(?:once|_shownOnce|handleOnce|createOnce|howItWillLook)$/,
  /misspelledWord|WordToSpellChecker|^word$/,
]

/** Where a word is a word of a text: search, names, suggestions; measured texts of benches and tests. */
const ofTexts =
  /^(?:src\/core\/search\/|src\/core\/messages\/archive\/|src\/core\/reading\/|src\/contract\/(?:tile-letters|values)|src\/emulator\/|src\/renderer\/ui\/overlays\/emoji-data|src\/renderer\/features\/(?:composer\/suggestions|palette)\/|bench\/|e2e\/|tools\/)/

/** Functions of a team's schema are called by desks of other versions (docs/team.md), so their names stay. */
const ofTeams = /^src\/team\//

const partsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.\-$#]+/)

/** What is wrong with a name that a file declares; undefined: nothing. */
export function refusalOfName(name, file) {
  if (ofTeams.test(file) && name.includes('_')) return undefined
  if (name !== 'createOnce' || !file.startsWith('tools/lint/')) {
    const instead = Object.hasOwn(retiredNames, name) ? retiredNames[name] : undefined
    if (instead !== undefined) return `${name} is retired. Write ${instead}.`
  }
  if (allowed.some((pattern) => pattern.test(name))) return undefined
  for (const part of partsOf(name)) {
    if (!Object.hasOwn(retiredParts, part)) continue
    if (/^words?$/.test(part) && ofTexts.test(file)) continue
    return `"${part}" in ${name} is retired. Write ${retiredParts[part]}.`
  }
  return undefined
}

const sqlNames = /\b[a-z]+(?:_[a-z]+)+\b/g

const retired = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const fileOf = () => path.relative(root, context.filename).split(path.sep).join('/')
    const check = (node) => {
      if (node?.type !== 'Identifier' && node?.type !== 'PrivateIdentifier') return
      const message = refusalOfName(node.name, fileOf())
      if (message) context.report({ node, message })
    }
    const checkAll = ({ id, params }) => {
      check(id)
      for (const param of params) check(param.type === 'AssignmentPattern' ? param.left : param)
    }
    const checkText = (node, text) => {
      const file = fileOf()
      if (typeof text !== 'string' || !file.startsWith('src/core/')) return
      for (const [name] of text.matchAll(sqlNames)) {
        const message = refusalOfName(name, file)
        if (message) context.report({ node, message })
      }
    }
    return {
      Program(node) {
        const file = fileOf()
        const base = path.basename(file).replace(/\..*$/, '')
        const message = refusalOfName(base, file)
        if (message) context.report({ node, message })
      },
      VariableDeclarator: ({ id }) => check(id),
      FunctionDeclaration: checkAll,
      FunctionExpression: checkAll,
      ArrowFunctionExpression: checkAll,
      ClassDeclaration: ({ id }) => check(id),
      TSInterfaceDeclaration: ({ id }) => check(id),
      TSTypeAliasDeclaration: ({ id }) => check(id),
      TSPropertySignature: ({ key }) => check(key),
      TSMethodSignature: ({ key }) => check(key),
      PropertyDefinition: ({ key }) => check(key),
      MethodDefinition: ({ key }) => check(key),
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked),
    }
  },
}

export default { meta: { name: 'names' }, rules: { retired } }
