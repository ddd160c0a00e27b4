import { expect, it } from 'vitest'
import type { ConnectionKind, InstanceSummary } from '../../../../contract/instances.ts'
import { gravest } from './gravest.ts'

const instance = (kind: ConnectionKind): InstanceSummary => ({ connection: { kind } }) as InstanceSummary

it('is the instance that a person should look at first', () => {
  const wrongToken = instance('wrongToken')
  const webhook = instance('webhookSet')
  expect(gravest([instance('live'), webhook, wrongToken])).toBe(wrongToken)
  expect(gravest([webhook, instance('unreachable')])).toBe(webhook)
  expect(gravest([instance('live'), instance('paused')])).toBe(undefined)
})
