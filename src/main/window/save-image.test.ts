import { expect, test } from 'vitest'
import { ContractError } from '../../contract/errors.ts'
import { createSaveImage, type SaveImageOptions } from './save-image.ts'

const src = 'app://bundle/media/a1b2'

const failuresOf = async (ports: Pick<SaveImageOptions, 'openMedia' | 'saveFile'>): Promise<readonly string[]> => {
  const failures: string[] = []
  createSaveImage({ ...ports, onFailed: (code) => failures.push(code) })(src)
  await new Promise((resolve) => setImmediate(resolve))
  return failures
}

test('a picture that was not saved is named for what it is: not stored, erased while a place was chosen, or not written', async () => {
  const stored = { path: '/cache/a1b2', type: 'image/jpeg', bytes: 3 }
  const openMedia = async () => stored
  const refusing = (code: 'notFound' | 'fileNotSaved') => async () => {
    throw new ContractError(code)
  }
  const asked: string[] = []
  const saveFile: SaveImageOptions['saveFile'] = async ({ fileName }) => {
    asked.push(fileName)
    return { saved: true }
  }
  expect(await failuresOf({ openMedia, saveFile })).toEqual([])
  expect(asked).toEqual(['image.jpeg'])
  expect(await failuresOf({ openMedia: async () => undefined, saveFile })).toEqual(['notFound'])
  expect(await failuresOf({ openMedia, saveFile: refusing('notFound') })).toEqual(['notFound'])
  expect(await failuresOf({ openMedia, saveFile: refusing('fileNotSaved') })).toEqual(['fileNotSaved'])
})
