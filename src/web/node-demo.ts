import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DemoProcess } from '../core/hosting/demo.ts'

/** The demo's service as another process of Node, which ends with this one. */
export function startNodeDemo(entry: URL): DemoProcess {
  const child = fork(fileURLToPath(entry), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    firstLine: new Promise((resolve, reject) => {
      child.once('message', (text) => resolve(String(text)))
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`the demo's service ended with code ${code}`)))
    }),
    end: () => void child.kill(),
  }
}
