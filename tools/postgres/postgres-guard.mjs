import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

// Started beside a PostgreSQL of ours, which outlives whoever started it: when that program is gone, however it ended,
// the pipe breaks, and the server goes with its data.
const [home] = process.argv.slice(2)

/** The process that works on the data. The file has its number below zero while initdb runs one without a server. */
function postmaster() {
  try {
    return Math.abs(Number(readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]))
  } catch {
    return undefined
  }
}

process.stdin.resume()
process.stdin.on('error', () => undefined)
process.stdin.on('close', () => {
  const pid = postmaster()
  // At once, without writing anything down.
  if (pid) signal(pid, process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT')
  const waiting = setInterval(() => {
    if (postmaster() !== undefined && pid && signal(pid, 0)) return
    try {
      rmSync(home, { recursive: true, force: true })
    } catch {
      // initdb still writes; the next look finds it ended.
    }
    if (!existsSync(home)) clearInterval(waiting)
  }, 100)
})

/** Sends a signal; 0 only asks. False: the process is gone. */
function signal(pid, name) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
