import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median, printTable } from './lib/figures.ts'
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
for (let round = 0; round < Number(values.rounds); round++) {
  besides.push(await curl())
  measured.push(await measure(round))
}
sink.close()
await emulator.stop()
await rm(folder, { recursive: true, force: true })

const of = (pick: (one: Measured) => number): number => median(measured.map(pick))
const uploadMs = of((one) => one.uploadMs)
const curlMs = median(besides)
process.stdout.write(`${values.megabytes} MB, ${values.rounds} rounds, medians\n`)
printTable([
  ['', 'ms', 'MB over rest'],
  ['from the window to the disk', of((one) => one.spoolMs).toFixed(0), of((one) => one.spoolMb).toFixed(0)],
  ['from the disk to the service', uploadMs.toFixed(0), of((one) => one.uploadMb).toFixed(0)],
  ['curl, from the disk to the service', curlMs.toFixed(0), ''],
])
process.stdout.write(
  `Throughput beside curl: ${(curlMs / uploadMs).toFixed(2)}; at rest ${of((one) => one.idleMb).toFixed(0)} MB.\n`,
)
