/** A LIKE pattern for "contains", with the wildcards of the text itself escaped by a backslash. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%`
