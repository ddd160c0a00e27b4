import type { LiveLine } from './live.ts'
import type { Story } from './story.ts'

/**
 * A showroom on WhatsApp's plan Developer, whose answers over the API bring no notification: what is asked for instead
 * spends the calls of the month. Returns the lines that its people say next.
 */
export const showroom = ({ ago, desk, instance, person }: Story): readonly LiveLine[] => {
  const vera = person('46700900310', { name: 'Vera Holm' }, 'face-anna')
  const jonas = person('46700900311', { name: 'Jonas Beck' })
  vera.says('Is the oak table still in the showroom?', ago(200))
  desk(vera, 196, 'Yes, until Saturday.')
  vera.calls('pickUp', { id: 'CALL-VERA-1', at: instance.now() - 90 * 60_000, duration: 4, recordedAfterMs: 60_000 })
  jonas.says('Could I see the lamps at five?', ago(25))
  // The customer's own program reads histories too.
  instance.planUse.useElsewhere('getChatHistory', 120)
  return [
    { person: jonas, text: 'I am a little early, is that all right?' },
    { person: vera, text: 'Then I will come on Saturday at ten.' },
    { person: jonas, text: 'The brass lamp is the one that I liked most.' },
    { person: vera, text: 'Could you hold the table for me until then?' },
    { person: jonas, text: 'Thank you for showing me around.' },
    { person: vera, text: 'Does it come with chairs?' },
  ]
}
