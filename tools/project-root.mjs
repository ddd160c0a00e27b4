import path from 'node:path'

/** Absolute path of the project: every tool works from here, wherever it was started. */
export const projectRoot = path.resolve(import.meta.dirname, '..')
