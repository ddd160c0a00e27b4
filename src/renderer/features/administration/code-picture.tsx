import { useEffect, useRef } from 'react'

export interface CodePictureProps {
  /** A PNG in base64. */
  readonly image: string
  readonly label: string
  /** It is over: shown so that nothing jumps, and not to be scanned. */
  readonly dim: boolean
}

/** A code as a picture from memory: it never has an address that a cache or a history could keep. */
export function CodePicture({ image, label, dim }: CodePictureProps) {
  const shown = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const bytes = bytesOf(image)
    if (bytes === null || shown.current === null) return
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
    shown.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [image])
  return (
    <div className={dim ? 'code-qr is-over' : 'code-qr'}>
      <img ref={shown} alt={label} />
    </div>
  )
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
