import { useState } from 'react'
import type { CustomPreview } from '../../../../contract/link-preview.ts'
import { longestPreviewText, longestPreviewPicture } from '../../../../contract/values.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { FileButton } from '../../../ui/controls/file-button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { linksOf } from './links-of.ts'
import { PreviewCard } from './preview-card.tsx'

/** Longest side of the picture of a small preview, px: messengers show it smaller. */
const longestSide = 240

/** A picture as a small JPEG in base64; null for what is no picture, and for one that stays too large. */
async function shrinkPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d')
  if (drawing === null) return null
  // A JPEG has nothing transparent: it would be black.
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of [0.85, 0.6, 0.3]) {
    const [, base64 = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
    if (base64 !== '' && base64.length <= longestPreviewPicture) return base64
  }
  return null
}

export interface PreviewDialogProps {
  readonly text: string
  /** Null: a new one. */
  readonly preview: CustomPreview | null
  readonly onUse: (preview: CustomPreview) => void
  readonly onClose: () => void
}

const isAddress = (address: string): boolean =>
  address === '' || (/^https?:\/\/\S+$/iu.test(address) && URL.canParse(address))

/** Makes a preview for the link of the text. Loaded lazily. */
export function PreviewDialog({ text, preview, onUse, onClose }: PreviewDialogProps) {
  const t = useTranslations()
  const [size, setSize] = useState(preview?.size ?? 'small')
  const [title, setTitle] = useState(preview?.title ?? '')
  const [description, setDescription] = useState(preview?.description ?? '')
  const [link, setLink] = useState(preview?.link ?? '')
  const [inside, setInside] = useState(preview?.size === 'small' ? preview.picture : '')
  const [address, setAddress] = useState(preview?.size === 'large' ? preview.picture : '')
  const [isUnreadable, setUnreadable] = useState(false)
  const [tried, setTried] = useState(false)
  const made: CustomPreview = {
    size,
    title: title.trim(),
    description: description.trim(),
    link: link.trim(),
    picture: size === 'small' ? inside : address.trim(),
  }
  const isLinkWrong = !isAddress(made.link)
  const isAddressWrong = size === 'large' && !isAddress(made.picture)
  const submit = (): void => {
    setTried(true)
    if (made.title !== '' && !isLinkWrong && !isAddressWrong) onUse(made)
  }
  const take = async (file: File): Promise<void> => {
    const small = await shrinkPicture(file)
    setUnreadable(small === null)
    if (small !== null) setInside(small)
  }
  return (
    <Dialog
      title={t('composer.ownPreview')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('composer.ownPreview.use')}
          </Button>
        </>
      }
    >
      <div className="form">
        <TextField
          label={t('composer.ownPreview.title')}
          value={title}
          maxLength={longestPreviewText}
          error={tried && made.title === '' ? t('composer.ownPreview.titleEmpty') : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={t('composer.ownPreview.description')}
          labelSuffix={t('composer.optional')}
          value={description}
          maxLength={longestPreviewText}
          onChange={(event) => setDescription(event.target.value)}
        />
        <TextField
          label={t('composer.ownPreview.link')}
          labelSuffix={t('composer.optional')}
          value={link}
          maxLength={longestPreviewText}
          error={tried && isLinkWrong ? t('composer.ownPreview.addressWrong') : undefined}
          help={t('composer.ownPreview.linkHelp', { link: linksOf(text, '').real })}
          onChange={(event) => setLink(event.target.value)}
        />
        <div>
          <span className="lbl">{t('ui.size')}</span>
          <ChoiceGroup
            label={t('ui.size')}
            variant="segmented"
            value={size}
            choices={[
              { value: 'small', label: t('composer.linkPreview.small') },
              { value: 'large', label: t('composer.linkPreview.large') },
            ]}
            onChange={setSize}
          />
        </div>
        {size === 'large' ? (
          <TextField
            label={t('composer.ownPreview.pictureAddress')}
            labelSuffix={t('composer.optional')}
            value={address}
            maxLength={2048}
            error={tried && isAddressWrong ? t('composer.ownPreview.addressWrong') : undefined}
            help={t('composer.ownPreview.pictureAddressHelp')}
            onChange={(event) => setAddress(event.target.value)}
          />
        ) : (
          <div className="own-preview-picture">
            <FileButton size="compact" icon="image" accept="image/*" onFile={(file) => void take(file)}>
              {t('composer.ownPreview.picture')}
            </FileButton>
            {inside !== '' && (
              <Button kind="text" onClick={() => setInside('')}>
                {t('composer.ownPreview.removePicture')}
              </Button>
            )}
            {isUnreadable && (
              <p className="help is-bad" role="alert">
                {t('composer.ownPreview.unreadable')}
              </p>
            )}
          </div>
        )}
        {made.title !== '' && !isLinkWrong && <PreviewCard text={text} preview={made} />}
      </div>
    </Dialog>
  )
}
