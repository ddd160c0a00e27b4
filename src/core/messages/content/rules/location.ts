import { z } from 'zod'
import { storedRef, storedText, type ContentKind } from './content-kind.ts'
import { locationSignature } from './signature.ts'

export const location: ContentKind<'location'> = {
  types: ['locationMessage'],
  schema: z.object({
    kind: z.literal('location'),
    name: storedText,
    address: storedText,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    thumbnail: storedRef,
  }),
  parse: ({ location: place }, keep) => ({
    kind: 'location',
    name: place?.nameLocation ?? '',
    address: place?.address ?? '',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    thumbnail: keep(place?.jpegThumbnail),
  }),
  precedence: 5,
  listText: ({ name, address }) => [name, address].filter((part) => part !== '').join(', '),
  searchParts: ({ name, address }) => [name, address],
  signature: ({ latitude, longitude }) => locationSignature(latitude, longitude),
  editable: null,
  exportLines: ({ latitude, longitude, name, address }) => [
    `[location] ${latitude ?? '?'}, ${longitude ?? '?'}`,
    name,
    address,
  ],
}
