const minute = 60_000
const day = 24 * 60 * minute

/** Maximum age of the service's data, ms: some plans count these calls (service 10.6). */
export const groupAge = 15 * minute
export const nameAge = 7 * day
export const avatarAge = (isGroup: boolean): number => (isGroup ? groupAge : 7 * day)
/** The number and username behind an id that hides them. */
export const accountAge = 30 * day
/** The account's contact list, read in the background. */
export const contactsAge = day

/**
 * Whether what was read at a time, epoch ms, is to be read again; null: it never was. A time that is yet to come was
 * noted while a clock was wrong.
 */
export const isOutdated = (at: number | null, now: number, age: number): boolean =>
  at === null || at > now || now - at >= age
