import { longestPreviewPicture } from '../../../../contract/values.ts'

/** Longest side of the picture of a small preview, px: messengers show it smaller. */
const longestSide = 240

/** A picture as a small JPEG in base64; null for what is no picture, and for one that stays too large. */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d')
  if (drawing === null) return null
  // A JPEG has nothing transparent: it would be black.
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of [0.85, 0.6, 0.3]) {
    const [, base64 = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
    if (base64 !== '' && base64.length <= longestPreviewPicture) return base64
  }
  return null
}
