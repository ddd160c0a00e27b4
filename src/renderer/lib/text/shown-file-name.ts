const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A file's name without the marks that turn text round, which make "gpj.exe" read "exe.jpg". */
export const shownFileName = (name: string): string => name.replaceAll(directionMarks, '')
