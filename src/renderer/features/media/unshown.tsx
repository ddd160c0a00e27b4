import type { ReactNode } from 'react'
import { useTranslations } from '../../lib/translations.ts'

interface UnshownProps {
  readonly isPicture: boolean
  /** '' if unknown. */
  readonly mimeType: string
  /** Buttons for the file all the same. */
  readonly children: ReactNode
}

/** Says that a file is here and cannot be shown: HEIC pictures of iPhones, films of other codecs, damaged files. */
export function Unshown({ isPicture, mimeType, children }: UnshownProps) {
  const t = useTranslations()
  const kind = mimeType.split('/')[1]?.toUpperCase() ?? ''
  return (
    <div className="media-text" role="status">
      {t(isPicture ? 'media.pictureUnshown' : 'media.videoUnshown', { kind, known: kind === '' ? 'no' : 'yes' })}{' '}
      {children}
    </div>
  )
}
