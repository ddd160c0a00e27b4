import { expect, onTestFinished, test } from 'vitest'
import type { LinkPreviewChoice } from '../../contract/link-preview.ts'
import { createTestArchive } from '../testing/create-test-archive.ts'
import { enqueue } from './tx/enqueue.ts'

test('a preview is asked for in the size that was chosen where the family knows sizes', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, chat } = archive
  const asked = (family: string, linkPreview?: LinkPreviewChoice, text = 'https://shop.example'): unknown => {
    tx.run('update instance set family = ?', [family])
    const { message } = enqueue(tx, { chat: chat('79990001122@c.us'), text, linkPreview })
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
  const own = { size: 'small', title: 'Lamp', description: '', link: '', picture: 'AAAA' } as const
  expect(asked('whatsapp', own)).toEqual({
    ...{ linkPreview: true, typePreview: 'small' },
    customPreview: { title: 'Lamp', link: 'https://shop.example/', jpegThumbnail: 'AAAA' },
  })
  const named = { ...own, size: 'large', link: 'https://other.example', description: 'Oak' } as const
  expect(asked('whatsapp', { ...named, picture: 'https://shop.example/p.jpg' })).toMatchObject({
    typePreview: 'large',
    customPreview: {
      ...{ title: 'Lamp', description: 'Oak', link: 'https://other.example' },
      urlFile: 'https://shop.example/p.jpg',
    },
  })
  expect(asked('v3', own)).not.toHaveProperty('customPreview')
  expect(() => asked('whatsapp', { ...own, picture: 'A'.repeat(24_000) }, '\u0001'.repeat(13_500))).toThrow(
    'bodyTooLarge',
  )
})
