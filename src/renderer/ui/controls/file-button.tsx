import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /**
   * Which files are offered, as `accept` of an input: extensions or a type. The person may choose another one all the
   * same.
   */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/**
 * A button that lets the person choose one file. The same file may be chosen again: what was in it may have changed.
 */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
