// Writes the extension for AI assistants into dist/: run by `npm run dist`, after a build.
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'
import { writeAssistantBundle } from './command-line-packages.mjs'

const file = writeAssistantBundle(path.join(projectRoot, 'dist'))
say(`Wrote ${path.relative(projectRoot, file)}`)
