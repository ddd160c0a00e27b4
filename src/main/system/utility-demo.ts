import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import type { DemoProcess } from '../../core/hosting/demo.ts'

/** The demo's service on the desktop, in a process of Electron's kind: the fuse that runs it as plain Node is off. */
export function startUtilityDemo(entry: URL): DemoProcess {
  const child = utilityProcess.fork(fileURLToPath(entry), [], { stdio: ['ignore', 'ignore', 'inherit'] })
  let wanted = true
  // One that is not there yet can't be killed.
  child.once('spawn', () => wanted || child.kill())
  child.on('error', () => undefined)
  return {
    firstLine: new Promise((resolve, reject) => {
      child.once('message', (text: unknown) => resolve(String(text)))
      child.once('exit', (code) => reject(new Error(`the demo's service ended with code ${code}`)))
    }),
    end() {
      wanted = false
      child.kill()
    },
  }
}
