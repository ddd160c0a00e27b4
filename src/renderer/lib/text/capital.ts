/** The text with a capital at its beginning, for states that stand alone. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
