import mime from 'mime/lite'

/** The MIME type of a file by the ending of its name. */
export const typeOfName = (name: string): string => mime.getType(name) ?? 'application/octet-stream'

/** The ending of names of this MIME type, without its dot; null where there is no usual one. */
export const endingOfType = (type: string): string | null => mime.getExtension(type) || null
