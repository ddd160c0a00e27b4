import { programSendId, uuidOf } from '../../../sharing/rules/shared-send-id.ts'
import type { OwnWrite } from '../tx/program-of-send.ts'

/**
 * The team's name of a send: a UUID that is the same whenever a desk asks, so that an answer which was lost makes no
 * second one. Keys of messages are never given twice. One of a program has the same name at every desk.
 */
export const sendId = (desk: string, { message, queuedAt, program }: OwnWrite): string =>
  program === null ? uuidOf(`${desk} ${message} ${queuedAt}`) : programSendId(program.key)
