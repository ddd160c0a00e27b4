import type { DatabaseSync } from 'node:sqlite'
import type { FaultGate } from './fault-gate.ts'
import { troubleOfSqliteError } from '../store-error.ts'
import type { StoreErrorKind } from '../store-error.ts'

/** Free space required before receiving continues, bytes. */
const room = 512 * 1024

/** Writes and removes a block, each durably. Null: there is space again; otherwise the failure. */
export function probeRoom(db: DatabaseSync, gate: FaultGate): StoreErrorKind | null {
  try {
    db.exec('begin immediate; drop table if exists room_probe; create table room_probe (block blob) strict')
    db.exec(`insert into room_probe values (zeroblob(${room}))`)
    gate.beforeCommit()
    db.exec('commit; drop table room_probe')
    return null
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    return troubleOfSqliteError(error) ?? 'failing'
  }
}
