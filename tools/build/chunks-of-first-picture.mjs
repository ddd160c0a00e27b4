import path from 'node:path'

/**
 * What the first picture needs comes in three scripts instead of forty: the one that asks for the others (boot), the
 * program (main), and the view of chats; a fourth has what every window loads next. A request costs the host as much as
 * compiling what it brings. What several views share and the chats need lies with the chats; the rest is parted as the
 * bundler does.
 */
const parts = ['boot.ts', 'main.tsx', 'chats-view.tsx', 'after-first-picture.tsx']

export function chunksOfFirstPicture() {
  const app = path.resolve('src/renderer/app')
  /** Part of each module that a part needs at once, not by `import()`: the first that needs it. */
  let partOf
  return {
    // The parts hold all they need already; else the last one would draw in the others.
    includeDependenciesRecursively: false,
    name(id, context) {
      partOf ??= readParts(app, context)
      return partOf.get(id) ?? null
    },
  }
}

function readParts(app, context) {
  const partOf = new Map()
  const follow = (id, name) => {
    if (partOf.has(id)) return
    partOf.set(id, name)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) follow(next, name)
  }
  for (const file of parts) follow(path.join(app, file), path.parse(file).name)
  return partOf
}
