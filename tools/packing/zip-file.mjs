import { crc32, deflateRawSync } from 'node:zlib'

/** Nothing of a file's time goes in, so that equal files make equal archives: 1980, the first day that zip knows. */
const dosDate = 0x21

/** A zip archive of files, by their names in it; `mode` as the system has it. Needs Node 22 or newer. */
export function zipFile(files) {
  const locals = []
  const entries = []
  let offset = 0
  for (const { name, bytes, mode = 0o644 } of files) {
    const named = Buffer.from(name, 'utf8')
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version that is needed to unpack
    common.writeUInt16LE(0x0800, 2) // names are UTF-8
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt16LE(dosDate, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, named, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode | 0o100000) * 65_536, 6)
    rest.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([20, 3]) // by this version, on Unix
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, rest, named]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
