import type { RunCommand } from '../../client/use-contract-command.ts'

/** Bytes of a file that go in one call. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Gives a file to `import.archive` piece by piece, so that its size does not matter. `notRead`: the browser can't read
 * the file, which may have changed on the disk meanwhile.
 */
export async function sendInPieces(
  file: Blob,
  importArchive: RunCommand<'import.archive'>,
): Promise<Awaited<ReturnType<RunCommand<'import.archive'>>> | 'notRead'> {
  const decoder = new TextDecoder()
  let id: string | null = null
  for (let from = 0; ; from += pieceBytes) {
    const isLast = from + pieceBytes >= file.size
    const bytes: ArrayBuffer | null = await file
      .slice(from, from + pieceBytes)
      .arrayBuffer()
      .catch(() => null)
    if (bytes === null) return 'notRead'
    const result = await importArchive({ id, text: decoder.decode(bytes, { stream: !isLast }), isLast })
    if (!result.ok || isLast) return result
    id = result.value.id
  }
}
