/** The name of a file in `media/` of the data directory, by the SHA-256 of its content in hex. */
export const fileRef = (sha256: string): string => `f${sha256.slice(0, 40)}`

export const isFileRef = (text: string): boolean => /^f[0-9a-f]{40}$/u.test(text)
