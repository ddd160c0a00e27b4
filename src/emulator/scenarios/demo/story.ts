import type { Emulator } from '../../create-emulator.ts'
import { thumbnailOf, type SquareName } from '../../media/sample-media.ts'
import { textPdf } from '../../media/text-pdf.ts'
import type { SayOptions } from '../../world/actor.ts'
import type { Instance } from '../../world/instance.ts'
import type { Person, PersonInit } from '../../world/person.ts'

const minuteMs = 60_000

/** Messages of these last minutes are still in the notification queue when the demo starts. */
const recentMinutes = 9 * 60

/** Helpers that write the events of the last days. */
export interface Story {
  readonly emulator: Emulator
  readonly instance: Instance
  readonly person: (phone: string, init: PersonInit, portrait?: SquareName) => Person
  /** The time `minutes` before now. */
  readonly ago: (minutes: number) => Pick<SayOptions, 'at' | 'notify'>
  /** Sends a message through the API, dated `minutes` ago, with its present status. */
  readonly desk: (to: Person | string, minutes: number, text: string, more?: SayOptions) => ReturnType<Person['says']>
  /** A PDF of the given lines; returns its media id. */
  readonly pdf: (fileName: string, lines: readonly string[]) => string
  readonly mapPreview: string
  readonly linkPreview: string
}

export const createStory = (emulator: Emulator, instance: Instance): Story => {
  const startedAt = emulator.clock.now()
  const ago = (minutes: number): Pick<SayOptions, 'at' | 'notify'> => ({
    at: startedAt - minutes * minuteMs,
    notify: minutes < recentMinutes,
  })
  return {
    emulator,
    instance,
    person(phone, init, portrait) {
      const person = instance.person(phone, { contactName: init.name ?? '', ...init })
      return portrait === undefined ? person : person.hasAvatar({ kind: 'set', mediaId: portrait })
    },
    ago,
    desk: (to, minutes, text, more = {}) =>
      instance.phone.says(text, { to, sendByApi: true, status: 'read', ...ago(minutes), ...more }),
    pdf: (fileName, lines) =>
      emulator.media.add(
        { fileName, mimeType: 'application/pdf', bytes: () => textPdf(lines) },
        `pdf-${fileName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
      ),
    mapPreview: thumbnailOf('map'),
    linkPreview: thumbnailOf('schedule'),
  }
}

/** A contact card (service 2.5). */
export const card = (displayName: string, phone: string): { readonly displayName: string; readonly vcard: string } => ({
  displayName,
  vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${displayName}\nTEL;TYPE=WORK:+${phone}\nEND:VCARD`,
})
