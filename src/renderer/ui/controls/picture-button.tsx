import { largestPicture, readAsBase64 } from '../../lib/text/read-as-base64.ts'
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
