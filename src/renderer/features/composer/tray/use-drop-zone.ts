import { useEffect, useRef, useState, type RefObject } from 'react'
import { readTransfer, type ReadTransfer } from './read-transfer.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/**
 * Files may be dropped anywhere on the conversation that `inside` is in; its place while some are held over it, else
 * null. A drag that began in this window brings no files of the person's.
 */
export function useDropZone(
  inside: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (dropped: ReadTransfer) => void,
): HTMLElement | null {
  const [over, setOver] = useState<HTMLElement | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const zone = inside.current?.closest<HTMLElement>('.conv') ?? null
    if (zone === null || !enabled) return
    let own = false
    const begin = (): void => {
      own = true
    }
    const end = (): void => {
      own = false
      setOver(null)
    }
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event) || own) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(zone)
    }
    const leave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node) || !zone.contains(event.relatedTarget)) setOver(null)
    }
    const take = (event: DragEvent): void => {
      setOver(null)
      if (!hasFiles(event) || own || event.dataTransfer === null) return
      event.preventDefault()
      const read = readTransfer(event.dataTransfer, 'drop')
      if (read) drop.current(read)
    }
    document.addEventListener('dragstart', begin)
    document.addEventListener('dragend', end)
    document.addEventListener('pointerdown', end)
    zone.addEventListener('dragenter', enter)
    zone.addEventListener('dragover', enter)
    zone.addEventListener('dragleave', leave)
    zone.addEventListener('drop', take)
    return () => {
      document.removeEventListener('dragstart', begin)
      document.removeEventListener('dragend', end)
      document.removeEventListener('pointerdown', end)
      zone.removeEventListener('dragenter', enter)
      zone.removeEventListener('dragover', enter)
      zone.removeEventListener('dragleave', leave)
      zone.removeEventListener('drop', take)
    }
  }, [inside, enabled])
  return over
}
