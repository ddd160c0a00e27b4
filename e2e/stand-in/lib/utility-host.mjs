// Runs in a process of its own instead of Electron's utility process: the entry that is named first, with a parent
// port.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

const [, , entry, ...args] = process.argv
process.argv = [process.execPath, entry, ...args]
const send = process.send.bind(process)
const on = process.on.bind(process)
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message) => void send(message, undefined, {}, () => {}),
})
on('message', (data) => parentPort.emit('message', { data, ports: [] }))
// The parent's end is its own; nothing else lets it end by itself.
on('disconnect', () => process.exit(0))
setInterval(() => {}, 1 << 30)
// A rejection that nobody handles is only told (node_service.cc: warn-with-error-code).
on('unhandledRejection', (error) =>
  process.stderr.write(`UnhandledPromiseRejectionWarning: ${error?.stack ?? error}\n`),
)
delete process.send
Object.defineProperty(process, 'parentPort', { enumerable: true, value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })
try {
  await import(pathToFileURL(entry).href)
} catch (error) {
  setImmediate(() => {
    throw error
  })
}
