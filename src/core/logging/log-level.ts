/** How much goes into the log, most to least. A level writes what those after it write, too. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text)
