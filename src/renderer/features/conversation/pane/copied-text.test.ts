import { expect, it } from 'vitest'
import type { Message } from '../../../../contract/index.ts'
import { copiedText } from './copied-text.ts'

const wording = { kind: () => 'Photo', time: (at: number) => `t${at}`, you: 'You' }
const message = (text: string, direction: 'incoming' | 'outgoing' = 'incoming') =>
  ({ at: 1, direction, sender: { name: 'Ann' }, content: { kind: 'text', text, preview: null } }) as Message
const picture = { ...message(''), content: { kind: 'image', caption: '' } } as Message

it('copies one message as it was written', () =>
  expect(copiedText([message('two\nlines')], wording)).toBe('two\nlines'))

it('copies several with who and when', () => {
  expect(copiedText([message('hello'), picture, message('bye', 'outgoing')], wording)).toBe(
    '[t1] Ann: hello\n[t1] Ann: Photo\n[t1] You: bye',
  )
})
