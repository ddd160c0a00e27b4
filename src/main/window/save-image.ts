import path from 'node:path'
import { isContractError } from '../../contract/errors.ts'
import type { CallContext, HostHandlers } from '../../contract/index.ts'
import type { WindowOriginSources } from '../../core/hosting/window-origin.ts'

export interface SaveImageOptions extends Pick<WindowOriginSources, 'openMedia'> {
  readonly saveFile: HostHandlers['host.saveFile']
  /** `notFound`: Switchboard has no such picture; `fileNotSaved`: the place that the person chose can't be written. */
  readonly onFailed: (code: 'notFound' | 'fileNotSaved') => void
}

const context: CallContext = { signal: new AbortController().signal }

/** "Save image" of the context menu: the dialog for a picture that the page shows from `media/<ref>`. */
export function createSaveImage({ openMedia, saveFile, onFailed }: SaveImageOptions): (srcURL: string) => void {
  const save = async (ref: string): Promise<void> => {
    const source = await openMedia(ref)
    if (!source) return onFailed('notFound')
    const extension = /^image\/([a-z]+)/.exec(source.type)?.[1] ?? 'bin'
    await saveFile({ from: { kind: 'media', ref }, fileName: `image.${extension}` }, context)
  }
  return (srcURL) => {
    save(path.posix.basename(URL.parse(srcURL)?.pathname ?? '')).catch((error: unknown) => {
      onFailed(isContractError(error) && error.code === 'notFound' ? 'notFound' : 'fileNotSaved')
    })
  }
}
