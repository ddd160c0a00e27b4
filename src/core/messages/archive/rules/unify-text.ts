/** A text as it is compared with the service's: ends trimmed, line breaks unified (architecture 6). */
export const unifyText = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, '\n').trim()
