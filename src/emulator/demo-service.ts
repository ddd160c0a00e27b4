import { createEmulator } from './create-emulator.ts'
import { scenarios } from './scenarios/scenarios.ts'

// Entry of the process that serves the demo inside the program: two active instances on a free port. It sends their
// description to its parent once, as JSON, and ends with the parent.
const emulator = createEmulator()
await emulator.start()
scenarios.demo(emulator, 2)
const instances = emulator.world.instances().map((instance) => ({
  name: instance.name,
  apiUrl: emulator.baseUrl(instance),
  idInstance: instance.idInstance,
  token: instance.token,
  family: instance.family.startsWith('v3') ? 'v3' : instance.family,
}))
const firstLine = JSON.stringify({ instances })
const port: unknown = 'parentPort' in process ? process.parentPort : undefined
if (isPort(port)) port.postMessage(firstLine)
else {
  process.on('disconnect', () => process.exit(0))
  process.send?.(firstLine)
}

/** Electron's utility processes have a parent port instead of Node's IPC channel, and the parent ends them. */
function isPort(value: unknown): value is { postMessage(text: string): void } {
  return (
    typeof value === 'object' && value !== null && 'postMessage' in value && typeof value.postMessage === 'function'
  )
}
