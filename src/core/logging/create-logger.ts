import { join } from 'node:path'
import { pino, type Logger as Pino } from 'pino'
import type { LogFields, Logger, LogLevel } from '../base/ports.ts'
import { openRotatingFile } from './rotating-file.ts'
import type { Scrubber } from './scrubber.ts'

export interface LoggerOptions {
  readonly dataDir: string
  readonly scrubber: Scrubber
  /** Default: info. */
  readonly level?: LogLevel | undefined
  readonly maxBytes?: number
  readonly files?: number
}

/** Directory of the log files in the data directory. */
export const logDirectory = (dataDir: string): string => join(dataDir, 'logs')

/**
 * The program's log: JSON lines in `logs/switchboard.log`, 5 files of 5 MB. Every line passes the scrubber on its way
 * to the file, whatever wrote it, so a token can't get there by any field, message or stack.
 */
export function createLogger(options: LoggerOptions): { readonly logger: Logger; close(): void } {
  const file = openRotatingFile({
    dir: logDirectory(options.dataDir),
    name: 'switchboard',
    maxBytes: options.maxBytes ?? 5_000_000,
    files: options.files ?? 5,
  })
  const base = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    { write: (line: string) => file.write(options.scrubber.scrub(line)) },
  )
  return { logger: wrap(base), close: () => file.close() }
}

function wrap(log: Pino): Logger {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    child: (fields: LogFields) => wrap(log.child(fields)),
  }
}
