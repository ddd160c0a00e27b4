import { readlinkSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createBackupKey } from '../backup/age-files.ts'
import { reasonOf, type BackupJob, type BackupMessage } from '../backup/backup-job.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { readBackup } from '../backup/read-backup.ts'
import { restoredSchema } from '../schema/restored-schema.ts'

// Entry of the thread that makes or reads a backup: copying and encrypting would hold up core's.
const job: BackupJob = workerData
const post = (message: BackupMessage): void => parentPort?.postMessage(message)
const progress = (done: number, total: number): void => post({ kind: 'progress', done, total })

/** Receiving and people go first, where a thread has a priority of its own: on Linux. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    os.setPriority(
      Number(path.basename(readlinkSync('/proc/thread-self'))),
      os.constants.priority.PRIORITY_BELOW_NORMAL,
    )
  } catch {
    // Then it is as quick as everything else.
  }
}

/** The answer comes last: it ends the thread. */
async function work(): Promise<BackupMessage> {
  if (job.kind === 'createKey') return { kind: 'created', result: await createBackupKey(job.secret) }
  await rm(job.work, { recursive: true, force: true })
  await mkdir(job.work, { recursive: true, mode: 0o700 })
  // A restored store lies there until core takes it.
  let isTaken = false
  try {
    if (job.kind === 'make') return { kind: 'made', result: await makeBackup(job, progress) }
    const result = await readBackup(job, restoredSchema, progress)
    isTaken = job.kind === 'restore'
    return { kind: 'read', result }
  } finally {
    if (!isTaken) await rm(job.work, { recursive: true, force: true })
  }
}

if (job.kind === 'make') yieldToOthers()
post(
  await work().catch((error: unknown) => ({
    kind: 'failed',
    reason: reasonOf(error),
    error: error instanceof Error ? error.message : String(error),
  })),
)
