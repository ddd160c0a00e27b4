import { setPriority } from 'node:os'
import { salvagedSchema } from '../schema/salvaged-schema.ts'
import { integrityProblems } from '../store/recovery/integrity-problems.ts'
import { readSchemaCopy } from '../store/recovery/schema-copy.ts'
import { salvageStore } from '../store/recovery/salvage-store.ts'

// Entry of the process that checks or salvages a store: it can be killed, which a worker in a statement can't. check
// <path> | salvage <damaged copy> <new file> <epoch ms> <path>; the answer is JSON: one message to the parent port
// where there is one (Electron, where the process then waits to be killed), else the standard output.
const [command, path = '', target = '', now = '', store = ''] = process.argv.slice(2)
if (command === 'check') {
  // The program works meanwhile. A salvage has the ordinary priority: until it ends nothing is received or sent, and on
  // a busy machine a low priority would make it take ten times as long.
  try {
    setPriority(10)
  } catch {
    // Not allowed everywhere; the check is only faster then.
  }
  answer(JSON.stringify(integrityProblems(path)))
} else if (command === 'salvage')
  answer(JSON.stringify(salvageStore(path, target, salvagedSchema, Number(now), readSchemaCopy(store))))
else process.exit(2)

function answer(text: string): void {
  const port: unknown = 'parentPort' in process ? process.parentPort : undefined
  if (isPort(port)) port.postMessage(text)
  else process.stdout.write(text)
}

function isPort(port: unknown): port is { postMessage(text: string): void } {
  return typeof port === 'object' && port !== null && 'postMessage' in port && typeof port.postMessage === 'function'
}
