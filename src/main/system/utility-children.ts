import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import type { ChildRunner } from '../../core/base/ports.ts'

/**
 * Maintenance processes on the desktop: Electron's own kind, because the fuse that runs it as plain Node is off. Such a
 * process does not end when it has nothing left to do (electron#47228), so it is killed as soon as it has answered.
 */
export function createUtilityChildren(): ChildRunner {
  return {
    run: (entry, args, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const child = utilityProcess.fork(fileURLToPath(entry), [...args], { stdio: ['ignore', 'ignore', 'inherit'] })
        const stop = (): void => {
          child.kill()
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', stop, { once: true })
        // What breaks the process also ends it, and the end is what is waited for.
        child.on('error', () => undefined)
        // One that was not there yet could not be killed.
        child.once('spawn', () => signal?.aborted && child.kill())
        child.once('message', (answer: unknown) => {
          if (typeof answer === 'string') resolve(answer)
          else reject(new Error('a maintenance process answered something else'))
          child.kill()
        })
        child.once('exit', (code) => {
          signal?.removeEventListener('abort', stop)
          reject(new Error(`a maintenance process ended with code ${code} and without an answer`))
        })
      }),
  }
}
