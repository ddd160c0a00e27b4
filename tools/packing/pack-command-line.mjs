// Writes the separate downloads of the command line into dist/: run by `npm run dist`, on Node 24, after a build.
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'
import { writeAssistantBundle, writeExecutable } from './command-line-packages.mjs'

const folder = path.join(projectRoot, 'dist')
for (const file of [writeAssistantBundle(folder), await writeExecutable(folder)])
  say(`Wrote ${path.relative(projectRoot, file)}`)
