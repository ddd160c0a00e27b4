import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addInstancesFrom } from './add-instances.ts'

const nothing = async (): Promise<never> => {
  throw new Error('Nothing should have been added.')
}

async function add(text: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'switchboard-add-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'instances.json')
  await writeFile(file, text)
  await addInstancesFrom(file, { 'instances.add': nothing, 'instances.setToken': nothing })
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
