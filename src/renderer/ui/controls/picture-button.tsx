import { FileButton } from './file-button.tsx'
import { showErrorToast } from '../overlays/toast-store.ts'

export interface PictureButtonProps {
  readonly label: string
  readonly busy: boolean
  readonly onPicture: (base64: string) => void
}

/** Chooses a JPEG. One that is too large, or none, is refused before it goes anywhere. */
export function PictureButton({ label, busy, onPicture }: PictureButtonProps) {
  const take = async (file: File) => {
    if (file.size > largestPicture) return showErrorToast({ code: 'pictureTooLarge' })
    if (file.type !== 'image/jpeg') return showErrorToast({ code: 'pictureWrongType' })
    const base64 = await readAsBase64(file)
    if (base64 === null) showErrorToast({ code: 'pictureWrongType' })
    else onPicture(base64)
  }
  return (
    <FileButton size="compact" icon="image" accept="image/jpeg" busy={busy} onFile={(file) => void take(file)}>
      {label}
    </FileButton>
  )
}

/** The largest picture that is read, bytes: core takes no larger one. */
const largestPicture = 4 * 1024 * 1024

/** A file in base64; null where it can't be read. */
function readAsBase64(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => resolve(null))
    reader.addEventListener('load', () => {
      const { result } = reader
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : null)
    })
    reader.readAsDataURL(file)
  })
}
