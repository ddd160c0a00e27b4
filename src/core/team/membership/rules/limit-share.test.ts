import { expect, test } from 'vitest'
import type { DeskId, TeamRole } from '../../../sharing/shared-ids.ts'
import type { TeamMember } from '../../../sharing/shared-team.ts'
import { limitShare } from './limit-share.ts'

const member = (desk: string, isHere: boolean, role: TeamRole | null): TeamMember => ({
  ...{ desk: desk as DeskId, isHere, role },
  ...{ name: desk, login: desk, seenAt: 0 },
})

test('desks that are here and may ask the service share its limits, in an order that all see', () => {
  const members = [
    member('c', true, 'member'),
    member('a', true, 'administrator'),
    member('b', false, 'member'),
    member('0', true, 'viewer'),
  ]
  const now = () => 0
  expect(limitShare(members, 'a' as DeskId, now)).toMatchObject({ desks: 2, place: 0 })
  expect(limitShare(members, 'c' as DeskId, now)).toMatchObject({ desks: 2, place: 1 })
  for (const none of ['b', '0', 'unknown']) expect(limitShare(members, none as DeskId, now)).toBeNull()
})
