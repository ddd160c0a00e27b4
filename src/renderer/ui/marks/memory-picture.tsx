import { useEffect, useRef } from 'react'

/** A picture from memory (base64): it never has an address that a cache or a history could keep. */
export function MemoryPicture({ image, label }: { readonly image: string; readonly label: string }) {
  const shown = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const bytes = bytesOf(image)
    if (bytes === null || shown.current === null) return
    const url = URL.createObjectURL(new Blob([bytes]))
    shown.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [image])
  return <img ref={shown} alt={label} />
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
