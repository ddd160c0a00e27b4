/**
 * The lines of a stream of UTF-8, without their ends. JSON Lines and server-sent events end at a line feed alone: the
 * line separators of Unicode stand inside of texts.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split(
      '\n',
    )
    parts.push(first)
    for (const next of others) {
      yield parts.join('').replace(/\r$/, '')
      parts = [next]
    }
  }
  const rest = parts.join('') + decoder.decode()
  if (rest !== '') yield rest
}
