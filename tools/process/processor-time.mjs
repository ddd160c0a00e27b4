import { readFileSync, readdirSync } from 'node:fs'

/**
 * How often the processes are read, ms. What a process takes after its last reading counts only if it is waited for.
 */
const intervalMs = 500

/** Linux counts in these. */
const tickMs = 10

/**
 * Adds up processor time of process trees from readings of all processes. A system counts a process to its parent only
 * when the parent waits for it, and Chromium's processes outlive the one that started them: these count by their last
 * reading. Of a parent's ended children counts whichever is more: their last readings, or what the system counted,
 * which has also those that came and went between two readings.
 */
export function createProcessorTally() {
  const processes = new Map()
  let alive = new Map()
  return {
    /**
     * @param readings of each running process: pid, parent, began (which tells apart two of one pid), ownMs, waitedMs
     */
    take(readings) {
      const before = alive
      alive = new Map(readings.map((reading) => [reading.pid, `${reading.pid} ${reading.began}`]))
      for (const { pid, parent, ownMs, waitedMs } of readings) {
        const key = alive.get(pid)
        const known = processes.get(key) ?? { pid, parent: alive.get(parent) ?? before.get(parent) }
        processes.set(key, { ...known, ownMs, waitedMs })
      }
    },
    /** Processor time of the tree below a process, of the latest one with that pid, ms. */
    total(pid) {
      const children = new Map()
      for (const [key, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), key])
      const running = new Set(alive.values())
      const treeMs = (key) => {
        const { ownMs, waitedMs } = processes.get(key)
        let endedMs = 0
        let runningMs = 0
        for (const child of children.get(key) ?? [])
          if (running.has(child)) runningMs += treeMs(child)
          else endedMs += treeMs(child)
        return ownMs + runningMs + Math.max(waitedMs, endedMs)
      }
      const key = [...processes.keys()].findLast((each) => processes.get(each).pid === pid)
      return key === undefined ? 0 : treeMs(key)
    },
  }
}

/** Measures what programs take that this process starts. On Linux alone; elsewhere every answer is 0. */
export function measureProcessorTime() {
  const tally = createProcessorTally()
  const read = () => tally.take(readProcesses())
  const timer = process.platform === 'linux' ? setInterval(read, intervalMs) : undefined
  return {
    /** Processor time that a program and all below it have taken, ms. */
    total: (pid) => tally.total(pid),
    stop: () => clearInterval(timer),
  }
}

function readProcesses() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    let stat
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    } catch {
      // It has ended since.
      return []
    }
    // After the name, which may hold anything: the state is field 3 of proc_pid_stat(5).
    const field = stat.replace(/^.*\)/s, '').trim().split(' ')
    const of = (number) => Number(field[number - 3])
    return [
      {
        pid: Number(name),
        parent: of(4),
        began: of(22),
        ownMs: (of(14) + of(15)) * tickMs,
        waitedMs: (of(16) + of(17)) * tickMs,
      },
    ]
  })
}
