import type { Computer } from './desk/computer.ts'
import { sendIdOf, type Person } from './desk/person.ts'
import type { Machine } from './machine/machine.ts'
import type { Step } from './plan/steps.ts'
import { sendIdsOnDisk } from './promises/store-file.ts'
import { strangers, type Customers } from './world/customers.ts'
import type { Disk } from './world/disk.ts'
import { fine, type Weather } from './world/network.ts'
import type { Service } from './world/service.ts'

/** A desk at which a step happens. */
export interface StepDesk {
  readonly computer: Computer
  readonly person: Person
  readonly disk: Disk
}

/** What happens alike to a desk alone and to one of a team. */
export function createStepTaker(world: {
  readonly machine: Machine
  readonly service: Service
  readonly customers: Customers
  readonly setWeather: (weather: Weather) => void
  /** By its text: retention may have removed a send. */
  readonly mayBeGone?: (text: string) => boolean
}) {
  const { machine, service, customers, setWeather, mayBeGone = () => false } = world
  const trueTime = () => machine.epoch + machine.now
  const until = (ms: number, label: string, run: () => void) => void machine.schedule(ms, machine.script, label, run)

  const checkAfterKill = ({ disk, person }: StepDesk) => {
    const onDisk = sendIdsOnDisk(disk.folder)
    if (onDisk === null) return
    // The id of a send that was taken back is forgotten after a week.
    for (const [send, { text, message, isTakenBack }] of person.sent)
      if (message !== null && !isTakenBack && !onDisk.has(sendIdOf(send)) && !mayBeGone(text))
        machine.fail(`lost: "${text}" was confirmed and is not stored`)
  }
  return (step: Step, desk: StepDesk): void => {
    const { computer, person, disk } = desk
    switch (step.kind) {
      case 'send':
      case 'schedule': {
        const chatId = step.kind === 'send' && step.isToCustomer ? customers.chatId(step.to) : strangers[step.to]
        const inMs = step.kind === 'schedule' ? step.inMs : null
        return person.sends(step.send, { text: step.text, chatId: chatId ?? '', inMs })
      }
      case 'cancel':
        return person.takesBack(step.send)
      case 'again':
        return person.repeats(step.send)
      case 'done': {
        const facts = customers.facts(step.who)
        return person.closes(facts.chatId, (idMessage) => {
          const seenAt = idMessage === null ? undefined : customers.writtenAt(idMessage)
          facts.closedAt = Math.max(facts.closedAt, seenAt ?? trueTime())
          if (seenAt !== undefined) facts.surelyClosedAt = seenAt
        })
      }
      case 'read':
      case 'snooze': {
        const facts = customers.facts(step.who)
        const fact = factOf[step.kind]
        // Until it is answered or its process is dead, nobody knows what it covers.
        facts[fact] = Infinity
        const onOver = () => void (facts[fact] = trueTime())
        if (step.kind === 'read') return person.reads(facts.chatId, onOver)
        return person.snoozes(facts.chatId, step.forMs, onOver)
      }
      case 'kill':
        if (computer.kill(step.downMs, step.hasPower)) checkAfterKill(desk)
        return
      case 'stop':
        return computer.stop(step.downMs)
      case 'threadDies':
        return computer.threadDies(step.which)
      case 'weather':
        setWeather(step.weather)
        return until(step.lastsMs, 'the network is fine', () => setWeather(fine))
      case 'disk':
        disk.fault = step.fault
        return until(step.lastsMs, 'the disk is fine', () => (disk.fault = null))
      case 'clock':
        machine.wallOffset += step.byMs
        return
      case 'sleep':
        return computer.sleep(step.ms, step.isNoticed)
      case 'network':
        return computer.changeNetwork()
      case 'service': {
        const { fault, probability, operation } = step
        const rule = service.faults.add({ fault, probability, ...(operation === undefined ? {} : { operation }) })
        return until(step.lastsMs, 'the service is fine', () => void service.faults.remove(rule))
      }
      default:
        customers.take(step, trueTime())
    }
  }
}

/** The fact of a chat that an act of the person changes. */
const factOf = { read: 'readAt', snooze: 'snoozedAt' } as const
