import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createControlClient, type ControlClient } from '../../src/emulator/control-client.ts'

export const projectRoot = path.resolve(import.meta.dirname, '../..')

export interface EmulatorProcess {
  readonly url: string
  readonly control: ControlClient
  readonly pid: number
  stop(): Promise<void>
}

/**
 * The emulator in a process of its own, so that it and what is measured don't share a thread. Without limits: speed is
 * what is measured.
 */
export async function startEmulator(
  args: readonly string[] = ['--scenario', 'quiet', '--instances', '1'],
): Promise<EmulatorProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/emulator/cli.ts', '--port', '0', '--no-limits', ...args],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { readonly url: string }
  return {
    url,
    control: createControlClient(url),
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
