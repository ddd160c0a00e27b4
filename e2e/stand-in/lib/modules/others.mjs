// The updater, and what a program seldom asks for.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'

const utilityHost = fileURLToPath(new URL('../utility-host.mjs', import.meta.url))

export function addOthers(ctx, M) {
  const { journal, app } = ctx
  M.autoUpdater = Object.assign(new EventEmitter(), {
    setFeedURL: (o) => journal('autoUpdater', { op: 'setFeedURL', o }),
    getFeedURL: () => '',
    checkForUpdates: () => journal('autoUpdater', { op: 'check' }),
    quitAndInstall: () => journal('autoUpdater', { op: 'quitAndInstall' }),
    getPackageInfo: () => ({}),
  })
  // A process of Node with a parent port. It stays until it is killed or exits, also when its loop runs empty
  // (node_bindings.cc), and what it wrote is lost to whoever still reads when it is gone (utility-process.ts).
  const running = new Set()
  app.getAppMetrics = () => [...running].map(({ pid }) => ({ type: 'Utility', name: 'Node Utility Process', pid }))
  M.utilityProcess = {
    fork: (modulePath, args = [], { stdio = 'inherit', env = process.env, execArgv = [], cwd } = {}) => {
      if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
      const [, out, err] = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio]
      const child = spawn(process.execPath, [...execArgv, utilityHost, modulePath, ...args], {
        stdio: ['ignore', out, err, 'ipc'],
        serialization: 'advanced',
        env,
        cwd,
      })
      journal('utilityProcess', { modulePath, args })
      const utility = Object.assign(new EventEmitter(), {
        pid: undefined,
        stdout: child.stdout,
        stderr: child.stderr,
        // Before the process is there it can't be killed (electron_api_utility_process.cc).
        kill: () => utility.pid !== undefined && child.kill(),
        postMessage: (message) => void child.send(message, () => {}),
      })
      child.on('error', () => {})
      child.on('message', (message) => utility.emit('message', message))
      child.once('spawn', () => {
        utility.pid = child.pid
        running.add(utility)
        utility.emit('spawn')
      })
      child.once('exit', (code, signal) => {
        utility.pid = undefined
        running.delete(utility)
        journal('utilityProcess-exit', { modulePath, code, signal })
        try {
          utility.emit('exit', code ?? 0)
        } finally {
          for (const stream of ['stdout', 'stderr']) {
            utility[stream]?.removeAllListeners().resume()
            utility[stream] = null
          }
        }
      })
      return utility
    },
  }
}
