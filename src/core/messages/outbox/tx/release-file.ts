import type { MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'

/** The service has the file of this message: here it is one among the media, which goes when they need the room. */
export function releaseFile(tx: Tx, message: MessageKey): void {
  const { changes } = tx.run('update upload set pinned = 0 where message = ? and pinned = 1', [message])
  if (changes > 0) tx.changed({ kind: 'storage' })
}
