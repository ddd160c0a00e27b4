import type { HttpUpload } from '../../api/http.ts'
import { ContractError } from '../../contract/errors.ts'

/** The largest picture that is taken, bytes. */
const largestPicture = 4 * 1024 * 1024

/**
 * A picture in base64 as an upload. Throws ContractError: pictureTooLarge, and pictureWrongType for anything but a
 * JPEG.
 */
export function readPicture(base64: string): { readonly file: HttpUpload; readonly fileName: string } {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > largestPicture) throw new ContractError('pictureTooLarge')
  const isJpeg = bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  if (!isJpeg) throw new ContractError('pictureWrongType')
  const upload: HttpUpload = {
    bytes: bytes.length,
    async *open() {
      yield bytes
    },
  }
  return { file: upload, fileName: 'picture.jpg' }
}
