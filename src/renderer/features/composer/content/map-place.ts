/** A place on the map, in degrees. */
export interface MapPlace {
  readonly latitude: number
  readonly longitude: number
}

/** Longer than any link that a map gives; what is longer is not read. */
const mostCharacters = 2048

const number = String.raw`[-+]?\d{1,3}(?:\.\d{1,20})?`
const pairOf = new RegExp(String.raw`^\s{0,8}(${number})\s{0,8}[,;\s]\s{0,8}(${number})(?![\d.])`, 'u')
const atPair = new RegExp(`@(${number}),(${number})(?![\\d.])`, 'u')
const dataPair = new RegExp(`!3d(${number})!4d(${number})(?![\\d.])`, 'u')

/** Hosts whose links contain coordinates, and where. Short links contain none. */
const hosts: readonly { readonly host: RegExp; readonly read: (url: URL) => MapPlace | null }[] = [
  { host: /^(?:www\.|maps\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/u, read: googlePlace },
  { host: /^(?:www\.)?yandex\.[a-z]{2,3}(?:\.[a-z]{2})?$/u, read: yandexPlace },
  { host: /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/u, read: openStreetMapPlace },
  { host: /^maps\.apple\.com$/u, read: applePlace },
]

/**
 * The place that a person means by "59.93, 30.31", or by a link of Google Maps, Yandex Maps, OpenStreetMap or Apple
 * Maps; null where it is neither. What is pasted may be anybody's: it is read in linear time.
 */
export function readMapPlace(typed: string): MapPlace | null {
  if (typed.length > mostCharacters) return null
  const text = typed.trim()
  if (!/^(?:https?|geo):/iu.test(text)) return wholePair(text)
  if (/^geo:/iu.test(text)) return pair(text.slice(4))
  const url = URL.parse(text)
  const known = url && hosts.find(({ host }) => host.test(url.hostname))
  return url && known ? known.read(url) : null
}

function googlePlace(url: URL): MapPlace | null {
  const path = decoded(url.pathname)
  // The place itself goes before what the map happens to show.
  return (
    matched(dataPair.exec(path)) ??
    fromQuery(url, ['q', 'query', 'll', 'destination', 'center']) ??
    matched(atPair.exec(path))
  )
}

function yandexPlace(url: URL): MapPlace | null {
  // Yandex writes the longitude first.
  const turned = ['pt', 'whatshere[point]', 'll', 'poi[point]']
    .map((name) => pair(url.searchParams.get(name) ?? ''))
    .find((place) => place !== null)
  return fromQuery(url, ['text']) ?? (turned ? inRange(turned.longitude, turned.latitude) : null)
}

function openStreetMapPlace(url: URL): MapPlace | null {
  const marked = pair(`${url.searchParams.get('mlat') ?? ''},${url.searchParams.get('mlon') ?? ''}`)
  const [, latitude = '', longitude = ''] = url.hash.startsWith('#map=') ? url.hash.slice(5).split('/') : []
  return marked ?? pair(`${latitude},${longitude}`)
}

function applePlace(url: URL): MapPlace | null {
  return fromQuery(url, ['coordinate', 'll', 'q', 'sll', 'center'])
}

const fromQuery = (url: URL, names: readonly string[]): MapPlace | null =>
  names.map((name) => pair(url.searchParams.get(name) ?? '')).find((place) => place !== null) ?? null

const pair = (text: string): MapPlace | null => matched(pairOf.exec(text))

/** Typed coordinates may have no other text beside them. */
function wholePair(text: string): MapPlace | null {
  const found = pairOf.exec(text)
  return found?.[0].length === text.length ? matched(found) : null
}

const matched = (found: RegExpExecArray | null): MapPlace | null =>
  found ? inRange(Number(found[1]), Number(found[2])) : null

/** Degrees that are on the globe; null for others. */
const inRange = (latitude: number, longitude: number): MapPlace | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
