import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import { changedBodies, signedBodies } from '../../src/core/programs/delivery/testing/signed-bodies.ts'

test("Svix's library takes a thousand webhooks, also during a rotation, and none that was changed", () => {
  const signed = signedBodies(1000, 2)
  const takes = ({ secret, headers, body }: (typeof signed)[number]) => {
    try {
      new Webhook(secret).verify(body, headers)
      return true
    } catch {
      return false
    }
  }
  expect(signed.filter(takes)).toHaveLength(1000)
  expect(changedBodies(signed).filter(takes)).toEqual([])
})
