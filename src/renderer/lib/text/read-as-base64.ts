/** The largest picture that is read, bytes: core takes no larger one. */
export const largestPicture = 4 * 1024 * 1024

/** A file in base64; null where it can't be read. */
export function readAsBase64(file: File): Promise<string | null> {
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
