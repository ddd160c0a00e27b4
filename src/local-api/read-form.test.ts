import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundaryOf, FormError, readForm } from './read-form.ts'

const boundary = 'a-boundary'

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let index = 0; at < bytes.length; index++) {
    const size = sizes.length === 0 ? bytes.length : (sizes[index % sizes.length] ?? 1)
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(bytes: Uint8Array, sizes: readonly number[] = [], skip = false) {
  const parts: { name: string; fileName: string | null; type: string; bytes: string }[] = []
  for await (const { name, fileName, type, body } of readForm(inPieces(bytes, sizes), boundary)) {
    const chunks: Uint8Array[] = []
    if (!skip) for await (const chunk of body) chunks.push(chunk)
    parts.push({ name, fileName, type, bytes: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

const part = (disposition: string, bytes: Uint8Array, type = '') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type === '' ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
const end = Buffer.from(`--${boundary}--\r\n`)

test('a form is read as it was written, in whatever pieces it comes', async () => {
  const tricky = [`\r\n--${boundary.slice(0, -1)}`, '\r\n', '--', '\r\n-', `--${boundary}x`, '']
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom(...tricky).map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(bytes, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
      async (contents, sizes) => {
        const form = Buffer.concat([
          ...contents.map((content, index) => part(`name="n${index}"; filename="f${index}.bin"`, content, 'x/y')),
          end,
        ])
        expect(await read(form, sizes)).toEqual(
          contents.map((content, index) => ({
            ...{ name: `n${index}`, fileName: `f${index}.bin`, type: 'x/y' },
            bytes: Buffer.from(content).toString('latin1'),
          })),
        )
      },
    ),
  )
})

test('names are read as clients write them, and a part that nobody reads is passed over', async () => {
  const form = Buffer.concat([
    Buffer.from('preamble\r\n'),
    part('name=chatId', Buffer.from('1@c.us')),
    part(String.raw`name="file"; filename="a \"b\" %22c%22 д.png"`, Buffer.from('PNG'), 'image/png'),
    end,
    Buffer.from('epilogue'),
  ])
  expect(await read(form, [3])).toEqual([
    { name: 'chatId', fileName: null, type: '', bytes: '1@c.us' },
    { name: 'file', fileName: 'a "b" "c" д.png', type: 'image/png', bytes: 'PNG' },
  ])
  expect((await read(form, [7], true)).map(({ name }) => name)).toEqual(['chatId', 'file'])
  const response = new Response(new FormData())
  expect(boundaryOf(response.headers.get('content-type') ?? '')).toMatch(/^-/)
  expect(boundaryOf('multipart/form-data; boundary="with space"')).toBe('with space')
  for (const none of ['', 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])
    expect(boundaryOf(none)).toBeNull()
})

test('a form that is broken, cut off or has no end of heads and parts is refused', async () => {
  const whole = Buffer.concat([part('name="a"', Buffer.from('x')), end])
  for (let length = 0; length < whole.length - 2; length++)
    await expect(read(whole.subarray(0, length)), String(length)).rejects.toThrow(FormError)
  const broken = [
    part('nom="a"', Buffer.from('x')),
    Buffer.from(`--${boundary}\r\nX: ${'x'.repeat(9000)}\r\n\r\n`),
    Buffer.from(`--${boundary}garbage\r\n\r\n`),
    Buffer.from('x'.repeat(20_000)),
    Buffer.concat(Array.from({ length: 33 }, (_, index) => part(`name="n${index}"`, Buffer.from('x')))),
  ]
  for (const form of broken) await expect(read(Buffer.concat([form, end]), [1000])).rejects.toThrow(FormError)
})
