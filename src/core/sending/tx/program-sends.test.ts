import { expect, test } from 'vitest'
import type { ProgramKey } from '../../../contract/ids.ts'
import { requireProgram } from '../../programs/identity/tx/program-row.ts'
import { takeKeyed } from '../../programs/identity/tx/take-keyed.ts'
import { programSendId, programSendKey } from '../../sharing/rules/shared-send-id.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { teamWrites } from '../../team/tx/team-intents.ts'
import { createTestArchive, testSeconds } from '../../testing/create-test-archive.ts'
import { enqueueProgramSend, knownReservations } from './program-sends.ts'

test('a send of a team’s program is known by the name of its reservation, which is not given up then', () => {
  using archive = createTestArchive()
  const { tx, instance, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  teamWrites['team.share'](tx, { instance, shared: 1 as SharedInstanceId })
  takeKeyed(
    tx,
    {
      ...{ gone: [], lacking: [] },
      programs: [
        {
          ...{ team: 'f2f1c0de-0000-4000-8000-000000000001', name: 'CRM', keyId: 'abcdefgh', keyHash: 'x', version: 1 },
          state: 'active',
          settings: {
            ...{ purpose: 'script', protocol: 'jsonl', instances: null, kinds: null, labels: null, groups: true },
            ...{ rights: ['see', 'send'], sendLimits: { minute: 9, hour: 9, day: 9 }, writesFirst: false },
            ...{ readWhenWritten: false, keyExpiresAt: null },
          },
        },
      ],
    },
    0,
  )
  const { key: program } = tx.get<{ key: ProgramKey }>('select key from program') ?? { key: 0 as ProgramKey }
  const send = { program, sendId: 'order-17-ready', instance, chatId: '200', text: 'It is ready.' }
  expect(enqueueProgramSend(tx, send)).toMatchObject({ kind: 'enqueued' })
  const id = programSendId(programSendKey(requireProgram(tx, program), send.sendId))
  expect(knownReservations(tx, { ids: [id, 'another'] })).toEqual([id])
})
