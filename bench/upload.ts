import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSteps, median, startTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * A file of 100 MB from the window's slices to the service: how much memory the process of core needs over what it has
 * at rest (aim: under 50 MB), and how fast it uploads beside curl, to the same server in the same run (aim: 0.9).
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, rounds: { type: 'string', default: '3' } },
})
const bytes = Number(values.megabytes) * 1_000_000
const token = 'bench0000000000000000000000000000000000000000000000'
const idInstance = '1104000001'

/** Takes everything and keeps nothing. */
const sink = createServer((request, response) => {
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ urlFile: `https://files.example/${crypto.randomUUID()}.bin` }))
  })
})
sink.listen(0, '127.0.0.1')
await once(sink, 'listening')
const mediaUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`

const emulator = await startEmulator()
await emulator.control.do('instance.add', { idInstance, token })
const folder = await mkdtemp(path.join(os.tmpdir(), 'switchboard-upload-'))
const file = path.join(folder, 'large.bin')
const out = createWriteStream(file)
for (let left = bytes; left > 0; left -= 1_000_000) {
  if (
    !out.write(
      crypto.getRandomValues(Buffer.alloc(65_536)).toString('latin1').repeat(16).slice(0, Math.min(left, 1_000_000)),
      'latin1',
    )
  )
    await once(out, 'drain')
}
out.end()
await once(out, 'close')

interface Measured {
  readonly spoolMs: number
  readonly spoolMb: number
  readonly uploadMs: number
  readonly uploadMb: number
  readonly idleMb: number
}

async function measure(round: number): Promise<Measured> {
  const program = path.join(import.meta.dirname, 'lib/upload-program.ts')
  const dataDir = path.join(folder, `data-${round}`)
  const args = [program, dataDir, emulator.url, mediaUrl, idInstance, token, file]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'exit')
  return JSON.parse(output) as Measured
}

async function curl(): Promise<number> {
  const begun = performance.now()
  const child = spawn('curl', ['-s', '-o', os.devNull, '-X', 'POST', '-H', 'expect:', '-T', file, `${mediaUrl}/x`], {
    stdio: 'inherit',
  })
  await once(child, 'exit')
  return performance.now() - begun
}

const measured: Measured[] = []
const besides: number[] = []
process.stdout.write(`${values.megabytes} MB; ${machineLoad()}\n`)
const rounds = Number(values.rounds)
const step = createSteps(rounds)
const table = startTable(['', 'curl ms', 'to disk ms', 'MB over rest', 'to service ms', 'MB over rest', 'of curl'], 10)
const add = (name: string, curlMs: number, one: Measured): void =>
  table.add([
    name,
    ...[curlMs, one.spoolMs, one.spoolMb, one.uploadMs, one.uploadMb].map((value) => value.toFixed(0)),
    (curlMs / one.uploadMs).toFixed(2),
  ])
for (let round = 0; round < rounds; round++) {
  step('curl, then Switchboard')
  const [curlMs, one] = [await curl(), await measure(round)]
  besides.push(curlMs)
  measured.push(one)
  add(`round ${round + 1}`, curlMs, one)
}
sink.close()
await emulator.stop()
await rm(folder, { recursive: true, force: true })

const of = (pick: (one: Measured) => number): number => median(measured.map(pick))
add('median', median(besides), {
  spoolMs: of((one) => one.spoolMs),
  spoolMb: of((one) => one.spoolMb),
  uploadMs: of((one) => one.uploadMs),
  uploadMb: of((one) => one.uploadMb),
  idleMb: of((one) => one.idleMb),
})
process.stdout.write(
  `At rest ${of((one) => one.idleMb).toFixed(0)} MB. Aims: 0.9 of curl, 50 MB over rest. ${machineLoad()}\n`,
)
