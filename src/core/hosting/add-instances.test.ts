import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey, QuickReplyKey } from '../../contract/ids.ts'
import { addInstancesFrom } from './add-instances.ts'

const nothing = async (): Promise<never> => {
  throw new Error('Nothing should have been added.')
}

async function add(text: string, handlers: Partial<Parameters<typeof addInstancesFrom>[1]> = {}): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'switchboard-add-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'instances.json')
  await writeFile(file, text)
  await addInstancesFrom(file, {
    'instances.add': nothing,
    'instances.edit': nothing,
    'instances.setToken': nothing,
    'quickReplies.save': nothing,
    ...handlers,
  })
}

const entry = { name: 'Desk', apiUrl: 'https://api.example.com', idInstance: '1101000001', token: 'secret-token' }

test.for([
  ['{', 'it has to be a readable JSON array of objects'],
  ['{}', 'it has to be a readable JSON array of objects'],
  [JSON.stringify(['x']), 'entry 1 has to be an object with name, apiUrl, idInstance and token'],
  [JSON.stringify([entry, { ...entry, apiUrl: undefined }]), 'entry 2 lacks a valid "apiUrl"'],
  [JSON.stringify([{ ...entry, idInstance: 1101000001 }]), 'entry 1 lacks a valid "idInstance"'],
] as const)('a list like %s is refused with its reason and without its token', async ([text, reason]) => {
  const error = await add(text).catch((thrown: unknown) => thrown)
  expect(String(error)).toContain(reason)
  expect(String(error)).not.toContain('secret-token')
})

test('an instance comes with its answer target and quick replies, and one that is there keeps its own', async () => {
  const done: string[] = []
  const full = { ...entry, answerTargetMs: 900_000, quickReplies: [{ name: 'Hours', text: 'From 9 to 18.' }] }
  const isThere = new ContractError('instanceExists', { details: { instance: 7 } })
  await add(JSON.stringify([full, { ...full, name: 'There' }]), {
    'instances.add': async ({ name }) => {
      if (name === 'There') throw isThere
      return { instance: 3 as InstanceKey, reattached: false }
    },
    'instances.edit': async ({ instance, answerTargetMs }) => void done.push(`${instance} target ${answerTargetMs}`),
    'quickReplies.save': async ({ instance, name }) => {
      done.push(`${instance} reply ${name}`)
      return { key: 1 as QuickReplyKey }
    },
    'instances.setToken': async ({ instance }) => {
      done.push(`${instance} token`)
      return { steps: [], usable: true, family: 'v3', authorization: 'authorized' }
    },
  })
  expect(done).toEqual(['3 target 900000', '3 reply Hours', '7 token'])
})
