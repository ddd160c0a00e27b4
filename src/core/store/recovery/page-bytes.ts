/** Size of a page in every store of ours. */
export const pageBytes = 4096
