import type { Emulator } from '../../create-emulator.ts'
import type { Group } from '../../world/group.ts'
import type { Instance } from '../../world/instance.ts'
import type { Person } from '../../world/person.ts'
import { answerPeople } from '../answer-people.ts'

/** Something that a person of the demo says in a while. */
export interface LiveLine {
  readonly person: Person
  readonly text: string
  readonly to?: Group | undefined
}

const english = {
  question: [
    'Yes, that works for me.',
    'I will check and come back to you.',
    'Tomorrow morning would be best.',
    'At the north gate, please.',
  ],
  thanks: ['You are welcome 🙂', 'Thank you for the quick help.', 'Always happy to order with you.'],
  other: ['Great, thank you.', 'Understood.', 'Perfect, that is all I need.', 'Good to know, thanks for telling me.'],
} as const

const russian = {
  question: ['Да, так удобно.', 'Уточню и напишу.', 'Лучше завтра утром.', 'У северных ворот, пожалуйста.'],
  thanks: ['Пожалуйста 🙂', 'Спасибо за быстрый ответ.'],
  other: ['Хорошо, спасибо.', 'Понял.', 'Отлично, это всё, что нужно.'],
} as const

/** The answer of a person to what the operator wrote, in the person's language. */
const answerTo = (text: string, cyrillic: boolean, pick: (answers: readonly string[]) => string): string => {
  const words = cyrillic ? russian : english
  if (text.includes('?')) return pick(words.question)
  return pick(/thank|спасибо/i.test(text) ? words.thanks : words.other)
}

/** Pause between two spontaneous messages, emulated milliseconds. */
const pause = { low: 4000, high: 9000 }

/** Makes the people say their lines endlessly, react now and then, and answer what is sent to them. */
export const live = (emulator: Emulator, instance: Instance, lines: readonly LiveLine[]): void => {
  const { clock, random } = emulator
  let round = 0
  const next = (): void => {
    const line = lines[round % lines.length]
    round += 1
    if (line) {
      const own = instance
        .existingChat(line.person.chatId)
        ?.messages.findLast((message) => message.direction === 'outgoing')
      if (round > lines.length && own && !line.to && random.chance(0.4))
        line.person.reacts(own, random.pick(['👍', '🙏', '❤️']))
      else line.person.says(line.text, line.to ? { to: line.to } : {})
    }
    clock.after(random.between(pause.low, pause.high), next)
  }
  clock.after(random.between(1500, pause.low), next)
  answerPeople(emulator, instance, (text, person) =>
    answerTo(text, /[а-я]/i.test(person.name) || /[а-я]/i.test(text), (answers) => random.pick(answers)),
  )
}
