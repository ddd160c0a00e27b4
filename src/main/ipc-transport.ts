import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import type { BridgeChannel } from '../rpc/bridge.ts'
import type { HostLink, HostLinkListener } from '../rpc/link.ts'
import type { SenderFrame } from './window/app-origin.ts'

const channel: BridgeChannel = 'switchboard:pipe'

export interface IpcTransportOptions {
  /** Decides by the sending frame; refused messages are dropped and reported to `onRefused`. */
  readonly isTrusted: (frame: SenderFrame | null) => boolean
  /** Called for the first message of a page: serve its connection. */
  readonly onLink: (link: HostLink) => void
  readonly onRefused: (reason: 'sender' | 'type') => void
}

/**
 * The host's end of connections over Electron's IPC: one channel, one link for each page's process. A link closes when
 * its window is destroyed or its process ends; a reloaded page sends hello on the same link.
 */
export function listenToPages({ isTrusted, onLink, onRefused }: IpcTransportOptions): void {
  const pages = new Map<number, PageLink>()
  const pageFor = (contents: WebContents): PageLink => {
    const known = pages.get(contents.id)
    if (known) return known
    const page = createPageLink(contents, () => pages.delete(contents.id))
    pages.set(contents.id, page)
    onLink(page.link)
    return page
  }
  ipcMain.on(channel, (event: IpcMainEvent, text: unknown) => {
    if (!isTrusted(event.senderFrame)) return onRefused('sender')
    if (typeof text !== 'string') return onRefused('type')
    pageFor(event.sender).receive(text)
  })
}

interface PageLink {
  readonly link: HostLink
  receive(text: string): void
}

function createPageLink(contents: WebContents, onClosed: () => void): PageLink {
  let listener: HostLinkListener | undefined
  const close = (): void => {
    contents.off('destroyed', close)
    contents.off('render-process-gone', close)
    onClosed()
    listener?.closed()
    listener = undefined
  }
  contents.on('destroyed', close)
  contents.on('render-process-gone', close)
  return {
    receive: (text) => listener?.received(text),
    link: {
      send: (text) => {
        if (!contents.isDestroyed()) contents.send(channel, text)
      },
      listen(next) {
        listener = next
        return () => {
          if (listener === next) listener = undefined
        }
      },
    },
  }
}
