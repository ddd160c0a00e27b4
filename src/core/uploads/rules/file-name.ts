import { endingOfType } from '../../../api/file-types.ts'
import { cutToBytes, trimEndDots, withoutMarkRuns } from '../../../contract/text/fold.ts'
import { fileKindOf } from '../../../contract/values.ts'

/** UTF-8 bytes of a name without its ending: what every file system takes, with room for the ending. */
const stemBytes = 200

/**
 * The name under which a file goes. The service decides by its ending what a file becomes, and one without an ending
 * once stopped a whole queue (service 11.1): so it gets one, by its type. What no file system takes, and marks that
 * make a name read otherwise than it is written, are taken out; what is too long is cut, never its ending.
 * @param given as the person's system has it; @param type MIME type, '' where it is not known
 */
export function sentName(given: string, type: string): string {
  const named = withoutMarkRuns(given)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/gu, '_')
  const clean = trimEndDots(named.trimStart())
  const dot = clean.lastIndexOf('.')
  const typed = dot < 0 ? '' : clean.slice(dot + 1)
  const hasEnding = /^[\p{L}\p{N}_-]{1,16}$/u.test(typed)
  const stem = trimEndDots(hasEnding ? clean.slice(0, dot) : clean)
  const ending = hasEnding ? typed : (endingOfType(type) ?? 'bin')
  return `${cutToBytes(stem === '' ? 'file' : stem, stemBytes)}.${ending}`
}

/** The name of a picture, film or sound that is to arrive as a file: with an ending that is none of theirs. */
export const nameAsFile = (name: string): string => (fileKindOf(name) === 'document' ? name : `${name}.bin`)
