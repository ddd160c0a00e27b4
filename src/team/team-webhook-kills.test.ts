import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sized } from '../core/testing/marathon.ts'
import { createSeededRandom } from '../core/testing/mutate.ts'
import { testProgram } from '../core/testing/watched-entries.ts'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { passphrase } from './testing/team-scene.ts'
import type { TeamDatabase } from './testing/team-database.ts'
import { createWebhookScene, wrongDeliveries } from './testing/webhook-scene.ts'

/** A desk in a process of its own, which can be killed and started again on its disk. */
async function createKillable(database: TeamDatabase, name: string) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const address = await database.login('member')
  const orders = {
    dataDir: path.join(dir.path, 'data'),
    vaultFile: path.join(dir.path, 'vault.json'),
    name,
    address,
    passphrase,
  }
  let child: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    const one = child
    child = null
    if (one === null) return
    const exit = once(one, 'exit')
    one.kill(signal)
    await exit
  }
  onTestFinished(() => end('SIGKILL'))
  return {
    login: address.user,
    async start() {
      const source = new URL('testing/webhook-desk-program.ts', import.meta.url)
      const program = fileURLToPath(testProgram('webhook-desk-program', source))
      const one = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(orders)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child = one
      await Promise.race([
        once(one.stdout, 'data'),
        once(one, 'exit').then(() => {
          throw new Error(`${name} ended before it ran.`)
        }),
      ])
    },
    kill: () => end('SIGKILL'),
    signal: (signal: NodeJS.Signals) => void child?.kill(signal),
  }
}

async function createKillScene() {
  const scene = await createWebhookScene()
  const { database, first, second } = scene
  const desks = [await createKillable(database, 'Ines'), await createKillable(database, 'Mara')]
  for (const desk of desks) await desk.start()
  // Those of the scene made the team and its webhook; those that can be killed go on.
  await first.core.stop()
  await second.core.stop()
  const holder = async () => {
    const [row] = await database.run(
      `select m.login from switchboard.lease l join switchboard.member m on m.id = l.holder where l.beat_at > now() - interval '10 s'`,
    )
    return desks.find(({ login }) => login === row?.['login'])
  }
  /** What 10 s without a beat do. */
  const age = (login: string) =>
    database.run(`update switchboard.lease l set beat_at = now() - interval '1 min' from switchboard.member m
      where m.id = l.holder and m.login = '${login}';
      update switchboard.member set seen_at = now() - interval '1 min' where login = '${login}'`)
  const chats = ['79990001122', '79990001133', '79990001144'].map((number) => scene.instance.person(number))
  const sent = new Map<string, string[]>()
  let count = 0
  const say = (messages: number) => {
    for (let index = 0; index < messages; index += 1) {
      const person = chats[count % chats.length]
      count += 1
      if (person === undefined) continue
      person.says(`text ${count}`)
      sent.set(person.chatId, [...(sent.get(person.chatId) ?? []), `text ${count}`])
    }
  }
  const distinct = () => new Set(scene.receiver.got.map(({ text }) => text)).size
  return { ...scene, desks, holder, age, say, sent, distinct, said: () => count }
}

test('the desk that delivers is killed again and again: nothing is lost or out of order, and repeats come under their first ids', async () => {
  const { first, receiver, desks, holder, age, say, sent, distinct, said } = await createKillScene()
  const random = createSeededRandom(17)
  const restarts: Promise<void>[] = []
  for (let kills = 0; kills < sized(2, 100); kills += 1) {
    const reader = await first.waitFor('a desk that receives', holder)
    say(30)
    const before = distinct()
    const wanted = before + 1 + Math.floor(random() * 25)
    await first.waitFor('some of it', () => distinct() >= Math.min(wanted, said()))
    await reader.kill()
    await age(reader.login)
    // The other one goes on meanwhile.
    restarts.push(reader.start())
    await Promise.all(restarts.splice(0))
  }
  say(3)
  await first.waitFor('all of it', () => distinct() === said())
  expect(wrongDeliveries(receiver.got, sent)).toEqual([])
  expect(desks).toHaveLength(2)
})

test('a desk that was paused past its lease delivers nothing new and moves no cursor', async () => {
  const { first, database, receiver, holder, age, say, sent, distinct, said } = await createKillScene()
  const reader = await first.waitFor('a desk that receives', holder)
  say(9)
  await first.waitFor('some of it', () => distinct() >= 4)
  reader.signal('SIGSTOP')
  await age(reader.login)
  await first.waitFor('another reader', async () => {
    const now = await holder()
    return now !== undefined && now !== reader
  })
  say(9)
  await first.waitFor('all of it', () => distinct() === said())
  const cursor = async () => Number((await database.run('select n::integer from switchboard.webhook_cursor'))[0]?.['n'])
  const before = await cursor()
  reader.signal('SIGCONT')
  say(9)
  await first.waitFor('what came since', () => distinct() === said())
  await first.waitFor('the cursor at the end', async () => {
    const [row] = await database.run(`select max(n)::integer as n from switchboard.journal where kind = 'notification'`)
    return (await cursor()) >= Number(row?.['n'])
  })
  expect(await cursor()).toBeGreaterThan(before)
  expect(wrongDeliveries(receiver.got, sent)).toEqual([])
})
