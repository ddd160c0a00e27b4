import { useRef } from 'react'
import { largestPicture, readAsBase64 } from '../lib/read-as-base64.ts'
import { Button } from './button.tsx'
import { showErrorToast } from './toast-store.ts'

export interface PictureButtonProps {
  readonly label: string
  readonly busy: boolean
  readonly onPicture: (base64: string) => void
}

/** Chooses a JPEG. One that is too large, or none, is refused before it goes anywhere. */
export function PictureButton({ label, busy, onPicture }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    if (file.size > largestPicture) return showErrorToast({ code: 'pictureTooLarge' })
    if (file.type !== 'image/jpeg') return showErrorToast({ code: 'pictureWrongType' })
    const base64 = await readAsBase64(file)
    if (base64 === null) showErrorToast({ code: 'pictureWrongType' })
    else onPicture(base64)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void take(file)
        }}
      />
      <Button size="compact" icon="image" busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
