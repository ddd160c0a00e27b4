import { expect, onTestFinished, test } from 'vitest'
import type { LinkPreviewChoice } from '../../contract/sending.ts'
import { createTestArchive } from '../testing/create-test-archive.ts'
import { enqueue } from './tx/enqueue.ts'

test('a preview is asked for in the size that was chosen where the family knows sizes', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, chat } = archive
  const asked = (family: string, linkPreview?: LinkPreviewChoice): unknown => {
    tx.run('update instance set family = ?', [family])
    const { message } = enqueue(tx, { chat: chat('79990001122@c.us'), text: 'https://shop.example', linkPreview })
    return JSON.parse(
      tx.get<{ request: string }>('select request_json as request from outbox where message = ?', [message])?.request ??
        '',
    )
  }
  expect(asked('whatsapp', 'large')).toMatchObject({ linkPreview: true, typePreview: 'large' })
  expect(asked('v3', 'large')).not.toHaveProperty('typePreview')
  expect(asked('v3', 'small')).toMatchObject({ linkPreview: true })
  expect(asked('whatsapp', false)).toMatchObject({ linkPreview: false })
  expect(asked('whatsapp')).not.toHaveProperty('linkPreview')
  expect(asked('telegram', 'large')).not.toHaveProperty('linkPreview')
})
