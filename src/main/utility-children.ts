import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import type { ChildRunner } from '../core/ports.ts'

/** Maintenance processes on the desktop: Electron's own kind, because the fuse that runs it as plain Node is off. */
export function createUtilityChildren(): ChildRunner {
  return {
    run: (entry, args, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const child = utilityProcess.fork(fileURLToPath(entry), [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
        const output: Buffer[] = []
        const stop = (): void => void child.kill()
        signal?.addEventListener('abort', stop, { once: true })
        child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
        // What breaks the pipe or the process also ends it, and the end is what is waited for.
        child.stdout?.on('error', () => undefined)
        child.on('error', () => undefined)
        child.once('exit', (code) => {
          signal?.removeEventListener('abort', stop)
          if (code === 0 && !signal?.aborted) resolve(Buffer.concat(output).toString('utf8'))
          else reject(signal?.aborted ? signal.reason : new Error(`a maintenance process ended with code ${code}`))
        })
      }),
  }
}
