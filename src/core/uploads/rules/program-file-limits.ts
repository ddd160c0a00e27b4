/** Files of one program that no message has taken yet, bytes. */
export const mostWaitingOfProgram = 500_000_000

/** A file that no message takes is let go after so long, ms. */
export const programFileLifetimeMs = 24 * 3_600_000

/** Files that one program may hand in at the same time. */
export const mostParallelOfProgram = 4
