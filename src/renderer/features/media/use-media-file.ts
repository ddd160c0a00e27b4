import { useCallback, useRef, type ComponentProps } from 'react'
import type { MediaRef, MediaState, MessageKey } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { mediaUrl } from './media-files.ts'

export interface MediaFile {
  readonly state: MediaState
  readonly fetch: () => void
  readonly cancel: () => void
}

/**
 * The file of a message: where it stands, and fetching it. Progress is read apart, so that the window need not be.
 * `known` comes with the message; `follow` where the message that is at hand may be older than its file.
 */
export function useMediaFile(message: MessageKey, known: MediaState, { follow = false } = {}): MediaFile {
  const client = useClient()
  const [run] = useContractCommand('media.fetch')
  const live = useContractQuery('media.state', { message }, { enabled: follow || known.kind === 'loading', gcTime: 0 })
  const isNewer = live.data && (follow || (known.kind === 'loading' && live.data.kind !== 'absent'))
  const state = isNewer ? live.data : known
  const fetch = useCallback(() => void run({ message }), [run, message])
  const cancel = useCallback(
    () => void client.call('media.cancel', { message }).catch(() => undefined),
    [client, message],
  )
  return { state, fetch, cancel }
}

export interface FileActions {
  readonly canOpen: boolean
  readonly canShowInFolder: boolean
  readonly save: (ref: MediaRef, name: string) => void
  readonly open: (ref: MediaRef, name: string) => void
  readonly showInFolder: (ref: MediaRef) => void
  /** Attributes by which a file's picture is dragged out of the window; none where the host can't. */
  readonly drag: (
    ref: MediaRef | null,
    name: string,
  ) => Pick<ComponentProps<'div'>, 'draggable' | 'onPointerDown' | 'onDragStart'>
}

/** Acts of this host on a cached file: the desktop saves, opens and shows it, a browser downloads it. */
export function useFileActions(): FileActions {
  const features = useContractQuery('app.info', {}).data?.features
  const [saveFile] = useContractCommand('host.saveFile')
  const [openFile] = useContractCommand('host.openFile')
  const [show] = useContractCommand('host.showInFolder')
  const [prepareDrag] = useContractCommand('host.prepareDrag', { errors: 'ignore' })
  const [dragFile] = useContractCommand('host.dragFile')
  const press = useRef<{ readonly ready: Promise<unknown>; readonly released: AbortController } | null>(null)
  const hasDialog = features?.saveDialog ?? false
  return {
    canOpen: hasDialog,
    canShowInFolder: features?.showInFolder ?? false,
    save: (ref, fileName) => {
      if (hasDialog) return void saveFile({ from: { kind: 'media', ref }, fileName })
      const link = document.createElement('a')
      link.href = `${mediaUrl(ref)}?download=${encodeURIComponent(fileName)}`
      link.download = fileName
      link.click()
    },
    open: (ref, fileName) => void openFile({ ref, fileName }),
    showInFolder: (ref) => void show({ ref }),
    drag: (ref, fileName) =>
      ref === null || !hasDialog
        ? {}
        : {
            draggable: true,
            onPointerDown: (event) => {
              if (event.button !== 0) return
              const released = new AbortController()
              const { signal } = released
              for (const end of ['pointerup', 'pointercancel']) {
                addEventListener(end, () => released.abort(), { capture: true, signal })
              }
              press.current = { ready: prepareDrag({ ref, fileName }), released }
            },
            onDragStart: (event) => {
              // The system drags the file, not the page its picture.
              event.preventDefault()
              const pressed = press.current
              void pressed?.ready.then(() => {
                // A drag that begins with the button up would drop the file at once, wherever the pointer is.
                if (!pressed.released.signal.aborted) void dragFile({ ref, fileName })
              })
            },
          },
  }
}
