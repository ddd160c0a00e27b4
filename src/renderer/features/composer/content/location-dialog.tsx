import { useState } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { readMapPlace } from './map-place.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSendContent, type SendContentProps } from './use-send-content.ts'

/** A place by its coordinates or by a link of a map. Loaded lazily. */
export function LocationDialog({ instance, onClose, ...sending }: SendContentProps) {
  const t = useTranslations()
  const { send, pending, error } = useSendContent(sending)
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const place = readMapPlace(text)
  // Only this family shows words beside the map (service 11.3.5).
  const hasDescription = instance.family === 'whatsapp'
  const submit = (): void => {
    setTried(true)
    if (place) void send({ kind: 'location', ...place, name: name.trim(), address: address.trim() })
  }
  const wrong = place === null && (tried || text.trim().length > 8)
  return (
    <FormDialog
      form={{ pending, submit, problem: error?.data }}
      title={t('composer.locationTitle')}
      save={t('ui.send')}
      onClose={onClose}
    >
      <TextField
        label={t('composer.place')}
        value={text}
        maxLength={2048}
        error={wrong ? t('composer.placeWrong') : undefined}
        help={
          place ? t('composer.placeIs', { place: `${place.latitude}, ${place.longitude}` }) : t('composer.placeHelp')
        }
        onChange={(event) => setText(event.target.value)}
      />
      {hasDescription && (
        <>
          <TextField
            label={t('composer.placeName')}
            labelSuffix={t('composer.optional')}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={t('composer.placeAddress')}
            labelSuffix={t('composer.optional')}
            value={address}
            maxLength={500}
            onChange={(event) => setAddress(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
