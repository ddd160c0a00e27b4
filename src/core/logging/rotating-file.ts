import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  openSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'

export interface RotatingFile {
  write(line: string): void
  /** For good: whoever writes later must not bring back a folder that was removed meanwhile. */
  close(): void
}

export interface RotatingFileOptions {
  readonly dir: string
  /** Base name without ending. */
  readonly name: string
  /** A file that would grow over it makes room for a new one, bytes. */
  readonly maxBytes: number
  /** Files kept, the current one included. */
  readonly files: number
}

/**
 * Lines in a file that never grows over its size: `name.log`, then `name.1.log` and so on, the oldest going.
 * Written at once: the last line before a crash is the one that is needed. A log that can't be written (full disk)
 * stops nothing and is tried again with the next line.
 */
export function openRotatingFile({ dir, name, maxBytes, files }: RotatingFileOptions): RotatingFile {
  const path = (index: number) => join(dir, index === 0 ? `${name}.log` : `${name}.${index}.log`)
  let file: number | null = null
  let size = 0
  let closed = false

  const open = (): number => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const opened = openSync(path(0), 'a', 0o600)
    size = statSync(path(0)).size
    return opened
  }
  const rotate = () => {
    if (file !== null) closeSync(file)
    file = null
    rmSync(path(files - 1), { force: true })
    for (let index = files - 2; index >= 0; index--) {
      if (existsSync(path(index))) renameSync(path(index), path(index + 1))
    }
  }
  return {
    write(line) {
      if (closed) return
      try {
        const bytes = Buffer.from(line)
        file ??= open()
        if (size > 0 && size + bytes.length > maxBytes) {
          rotate()
          file = open()
        }
        size += writeSync(file, bytes)
      } catch {
        if (file !== null) closeQuietly(file)
        file = null
      }
    },
    close() {
      closed = true
      if (file !== null) closeQuietly(file)
      file = null
    },
  }
}

function closeQuietly(file: number): void {
  try {
    closeSync(file)
  } catch {
    // The descriptor is released either way.
  }
}

/** Bytes of all log files. */
export function logBytes(dir: string): number {
  try {
    return readdirSync(dir).reduce(
      (sum, file) => sum + (statSync(join(dir, file), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  } catch {
    return 0
  }
}
