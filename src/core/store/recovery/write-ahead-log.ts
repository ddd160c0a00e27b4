import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { pageBytes } from './page-format.ts'

/** The newest content of a page in a write-ahead log. */
interface LoggedPage {
  readonly page: number
  /** Offset of the content in the log's file, bytes. */
  readonly offset: number
}

export interface WriteAheadLog {
  /** Pages of committed transactions, in their order: the last one of a page counts. */
  readonly pages: readonly LoggedPage[]
  /** Frames before the last commit whose checksum is wrong. SQLite would stop reading at the first of them. */
  readonly damagedFrames: number
}

const headerBytes = 32
const frameHeaderBytes = 24
const frameBytes = frameHeaderBytes + pageBytes
const littleEndianMagic = 0x377f0682

/** Two sums of 32 bits, by SQLite's algorithm. */
type Sums = readonly [number, number]

/**
 * Reads a write-ahead log (sqlite.org/fileformat.html 4). SQLite treats the first frame with a wrong checksum as the
 * end of the log, because a power cut tears the last frames. If a complete commit follows that frame, the log was
 * damaged later, and the following frames are read too. A log whose last commit is damaged looks like a torn one. Null:
 * there is no log, or it is empty.
 */
export function readWriteAheadLog(path: string): WriteAheadLog | null {
  const file = openIfThere(path)
  if (file === null) return null
  try {
    const header = Buffer.alloc(headerBytes)
    const frames = Math.floor((fstatSync(file).size - headerBytes) / frameBytes)
    if (frames < 1 || readSync(file, header, 0, headerBytes, 0) < headerBytes) return null
    return readFrames(file, frames, header)
  } finally {
    closeSync(file)
  }
}

function readFrames(file: number, frames: number, header: Buffer): WriteAheadLog {
  const littleEndian = header.readUInt32BE(0) !== littleEndianMagic + 1
  const headerSums = addTo([0, 0], header.subarray(0, 24), littleEndian)
  const isHeaderSound = isSame(headerSums, readSums(header, 24))
  const frame = Buffer.alloc(frameBytes)
  const all: LoggedPage[] = []
  /** Salts of the header, or of the first frame if the header is damaged: frames of earlier rounds have other salts. */
  let salts = header.subarray(16, 24)
  let seeds: readonly Sums[] = [readSums(header, 24), headerSums]
  let damaged = isHeaderSound ? 0 : 1
  let damagedBeforeCommit = 0
  let committed = 0
  for (let index = 0; index < frames; index++) {
    const offset = headerBytes + index * frameBytes
    readSync(file, frame, 0, frameBytes, offset)
    if (index === 0 && !isHeaderSound) salts = Buffer.from(frame.subarray(8, 16))
    const stored = readSums(frame, 16)
    if (!frame.subarray(8, 16).equals(salts)) {
      damaged += 1
      seeds = [stored]
      continue
    }
    // The checksum continues that of the frame before. If that frame is damaged, either its sum or its content is
    // right.
    const computed = seeds.map((seed) =>
      addTo(addTo(seed, frame.subarray(0, 8), littleEndian), frame.subarray(frameHeaderBytes), littleEndian),
    )
    const isSound = computed.some((sums) => isSame(sums, stored))
    seeds = isSound ? [stored] : [stored, ...computed]
    if (!isSound) damaged += 1
    all.push({ page: frame.readUInt32BE(0), offset: offset + frameHeaderBytes })
    if (isSound && frame.readUInt32BE(4) > 0) {
      committed = all.length
      damagedBeforeCommit = damaged
    }
  }
  return { pages: all.slice(0, committed), damagedFrames: damagedBeforeCommit }
}

function addTo([first, second]: Sums, bytes: Buffer, littleEndian: boolean): Sums {
  let [one, other] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + other) >>> 0
    other = (other + (littleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + one) >>> 0
  }
  return [one, other]
}

const readSums = (bytes: Buffer, at: number): Sums => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
const isSame = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1]

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
