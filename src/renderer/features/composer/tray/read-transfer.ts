/** The files of a drop or paste; a DataTransfer has this shape. */
export interface Transfer {
  readonly items: Iterable<TransferItem>
  getData(type: string): string
}

interface TransferItem {
  readonly kind: string
  getAsFile(): File | null
  /** Null for what never was a file on a disk, such as a copied picture, and for a file that is gone. */
  webkitGetAsEntry(): { readonly isDirectory: boolean; readonly name: string } | null
}

export interface ReadTransfer {
  readonly files: readonly File[]
  /** Names of folders: they are not sent. */
  readonly folders: readonly string[]
}

/**
 * The files of what is dropped or pasted; null where it is something else. To be called in the event itself: after it
 * nothing is left to read. Programs put a picture of a copied text beside it: then the text is what is meant, unless
 * files of a disk came too.
 */
export function readTransfer(transfer: Transfer, how: 'drop' | 'paste'): ReadTransfer | null {
  const files: File[] = []
  const folders: string[] = []
  const pictures: File[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory === true) folders.push(entry.name)
    else if (file !== null) (entry === null && how === 'paste' ? pictures : files).push(file)
  }
  if (files.length > 0 || folders.length > 0) return { files: [...files, ...pictures], folders }
  if (pictures.length === 0 || transfer.getData('text/plain').trim() !== '') return null
  return { files: pictures, folders }
}
