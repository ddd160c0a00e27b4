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
