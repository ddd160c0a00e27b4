import path from 'node:path'
import type { CallContext, HostHandlers } from '../contract/index.ts'

const context: CallContext = { signal: new AbortController().signal }

/** "Save image" of the context menu: the dialog for a picture that the page shows from `media/<ref>`. */
export function createSaveImage(saveFile: HostHandlers['host.saveFile']): (srcURL: string) => void {
  return (srcURL) => {
    const ref = path.posix.basename(URL.parse(srcURL)?.pathname ?? '')
    // A picture that is gone by now leaves nothing to save and nothing to say.
    saveFile({ from: { kind: 'media', ref }, fileName: ref }, context).catch(() => undefined)
  }
}
