import crypto from 'node:crypto'

/** Begins the names that only the stand-in's own scripts know in a page. */
export const prefix = '__si' + crypto.randomBytes(6).toString('hex')
/** The isolated world that a preload runs in. */
export const isolatedWorld = 'Electron Isolated Context'
