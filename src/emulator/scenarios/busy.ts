import type { Emulator } from '../create-emulator.ts'
import type { Instance } from '../world/instance.ts'
import { answerPeople } from './answer-people.ts'

const openings = [
  'Is my order on its way?',
  'Could you change the delivery address?',
  'The invoice for October is attached twice.',
  'When do you open tomorrow?',
  'Does the blue one come in a larger size?',
  'Thank you, it arrived this morning.',
  'One box is damaged at the corner.',
  'Can I pay on delivery?',
  'Please call me before the van comes.',
  'Доброе утро, заказ уже собран?',
  'Подскажите, когда привезут?',
]

/** Makes people of one instance write endlessly, on average every `pauseMs` emulated milliseconds. */
export const keepTalking = (emulator: Emulator, instance: Instance, people: number, pauseMs: number): void => {
  const { clock, random } = emulator
  const crowd = Array.from({ length: people }, (_unused, index) =>
    instance.person(String(79_990_000_000 + index), { name: `Customer ${index + 1}` }),
  )
  const next = (): void => {
    const person = random.pick(crowd)
    const last = person.chat.messages.at(-1)
    if (last && random.chance(0.1)) person.reacts(last, random.pick(['👍', '🙏', '❤️']))
    else if (random.chance(0.05)) person.sendsImage({ caption: 'Like this one.' })
    else person.says(random.pick(openings))
    clock.after(random.between(pauseMs / 2, pauseMs * 1.5), next)
  }
  clock.after(random.between(0, pauseMs), next)
}

export const busy = (emulator: Emulator, instances: readonly Instance[], pauseMs: number): void => {
  for (const instance of instances) {
    keepTalking(emulator, instance, 20, pauseMs)
    answerPeople(emulator, instance, () => 'Thank you for the quick answer.')
  }
}
