import type { FailureReason, StatusKind } from '../../../../contract/statuses.ts'

/** A parsed raw status of the service. An undocumented one is `unknown`, and shown raw. */
export interface StatusMeaning {
  readonly status: StatusKind
  readonly reason?: FailureReason
}

const meanings: ReadonlyMap<string, StatusMeaning> = new Map<string, StatusMeaning>(
  Object.entries<StatusMeaning>({
    '': { status: 'none' },
    pending: { status: 'pending' },
    sent: { status: 'sent' },
    delivered: { status: 'delivered' },
    read: { status: 'read' },
    failed: { status: 'failed', reason: 'failed' },
    noaccount: { status: 'failed', reason: 'noAccount' },
    notingroup: { status: 'failed', reason: 'notInGroup' },
    yellowcard: { status: 'failed', reason: 'heldBack' },
    suspended: { status: 'failed', reason: 'heldBack' },
    noactivesession: { status: 'failed', reason: 'noActiveSession' },
  }),
)

/** Reads a raw status word (service 2.2, 2.5 and 10.4). */
export const readRawStatus = (raw: string): StatusMeaning =>
  meanings.get(raw.trim().toLowerCase()) ?? { status: 'unknown' }
