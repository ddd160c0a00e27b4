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

/** Pause between two spontaneous messages, emulated milliseconds: soon after the start, and later. */
const firstPause = { low: 4000, high: 9000 }
const pause = { low: 20_000, high: 60_000 }
const firstLines = 4

/** Chats in which something spontaneous is unread and unanswered: then the others wait with theirs, as people do. */
const mostOpen = 7

const isOpen = (instance: Instance, { person, to }: LiveLine): boolean => {
  const last = instance.existingChat(to?.id ?? person.chatId)?.messages.at(-1)
  return last?.direction === 'incoming' && !last.isReadByAccount
}

/**
 * Makes the people say their lines in turn, react now and then, and answer what is sent to them. Nobody writes again
 * before they were read or answered.
 */
export const live = (emulator: Emulator, instance: Instance, lines: readonly LiveLine[]): void => {
  const { clock, random } = emulator
  const played = new Set<LiveLine>()
  const queue = [...lines]
  let round = 0
  const speak = (): void => {
    if ([...played].filter((line) => isOpen(instance, line)).length >= mostOpen) return
    const line = queue.shift()
    if (line === undefined) return
    queue.push(line)
    if (played.has(line) && isOpen(instance, line)) return
    const own = instance
      .existingChat(line.person.chatId)
      ?.messages.findLast((message) => message.direction === 'outgoing')
    if (played.has(line) && own && !line.to && random.chance(0.4))
      line.person.reacts(own, random.pick(['👍', '🙏', '❤️']))
    else line.person.says(line.text, line.to ? { to: line.to } : {})
    played.add(line)
  }
  const next = (): void => {
    speak()
    round += 1
    const { low, high } = round < firstLines ? firstPause : pause
    clock.after(random.between(low, high), next)
  }
  clock.after(random.between(1500, firstPause.low), next)
  answerPeople(emulator, instance, (text, person) =>
    answerTo(text, /[а-я]/i.test(person.name) || /[а-я]/i.test(text), (answers) => random.pick(answers)),
  )
}
