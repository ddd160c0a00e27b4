import { describe, expect, it } from 'vitest'
import { readMapPlace } from './map-place.ts'

const store = { latitude: 59.9343, longitude: 30.3351 }

describe('a place', () => {
  it.each([
    '59.9343, 30.3351',
    ' 59.9343 30.3351 ',
    '59.9343;30.3351',
    'geo:59.9343,30.3351?z=16',
    'https://www.google.com/maps/@59.9343,30.3351,17z',
    'https://www.google.com/maps/place/Store/@59.9,30.1,17z/data=!3m1!4b1!4m5!3m4!1s0x0!8m2!3d59.9343!4d30.3351',
    'https://maps.google.co.uk/?q=59.9343,30.3351',
    'https://www.google.com/maps/search/?api=1&query=59.9343%2C30.3351',
    'https://yandex.ru/maps/?ll=30.1%2C59.1&pt=30.3351,59.9343&z=17',
    'https://yandex.com/maps/2/saint-petersburg/?ll=30.3351%2C59.9343&z=12',
    'https://www.openstreetmap.org/?mlat=59.9343&mlon=30.3351#map=17/59.1/30.1',
    'https://www.openstreetmap.org/#map=17/59.9343/30.3351',
    'https://maps.apple.com/?ll=59.9343,30.3351&q=Store',
    'https://maps.apple.com/place?coordinate=59.9343,30.3351&name=Store',
  ])('is read from %s', (text) => expect(readMapPlace(text)).toEqual(store))

  it('may lie in the south and west', () =>
    expect(readMapPlace('-33.45, -70.66')).toEqual({ latitude: -33.45, longitude: -70.66 }))

  it.each([
    '',
    'the store',
    '59.9343',
    '91, 0',
    '0, 181',
    '59.9343, 30.3351 and more',
    '59.9343, 30.33515.6',
    'https://example.com/?q=59.9343,30.3351',
    'https://google.com.example.com/maps/@59.9343,30.3351,17z',
    'https://maps.app.goo.gl/abc',
    'https://yandex.ru/maps/',
    'https://www.openstreetmap.org/?mlat=59.9343',
    'https://www.google.com/maps/%E0%A4%A',
    'https://[',
  ])('is not in %j', (text) => expect(readMapPlace(text)).toBeNull())

  it('is not looked for in what is longer than any link', () => {
    for (const part of ['1', '-', '@1,', '!3d1', ' '])
      expect(readMapPlace(`https://www.google.com/maps/${part.repeat(1_000_000)}`)).toBeNull()
  })
})
