import type { Emulator } from '../create-emulator.ts'
import type { LoggedEffect } from '../effects.ts'
import type { Instance } from '../world/instance.ts'
import type { Person } from '../world/person.ts'

/** Lets people answer what is sent to them over the API: read, a pause for typing, then a reply. */
export const answerPeople = (
  emulator: Emulator,
  instance: Instance,
  reply: (text: string, person: Person) => string,
): void => {
  const { clock, random } = emulator
  const answer = (effect: LoggedEffect): void => {
    if (effect.kind !== 'sent' || effect.idInstance !== instance.idInstance) return
    const chat = instance.existingChat(effect.chatId)
    if (!chat) return
    const members = instance.people.filter((person) =>
      chat.peer.kind === 'group' ? chat.peer.roles.has(person.chatId) : person === chat.peer,
    )
    if (members.length === 0) return
    const person = random.pick(members)
    if (person.noAccount) return
    const typing = 2500 + Math.min(4000, effect.text.length * 40) + random.between(0, 1500)
    clock.after(typing, () => person.says(reply(effect.text, person), { to: chat.id }))
  }
  emulator.effects.listen(answer)
}
