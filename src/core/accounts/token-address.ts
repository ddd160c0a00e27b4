import type { InstanceRow } from './rules/instance-row.ts'

/** The hosts that an instance's requests go to, and for whom: its token is sent nowhere else. */
export type TokenAddress = Pick<InstanceRow, 'apiUrl' | 'mediaUrl' | 'idInstance'>

export const isSameAddress = (one: TokenAddress, other: TokenAddress): boolean =>
  one.apiUrl === other.apiUrl && one.mediaUrl === other.mediaUrl && one.idInstance === other.idInstance
