import { useEffect, useMemo } from 'react'
import { ContractError, type ErrorCode } from '../../../../contract/errors.ts'
import type { ChatKey, OutgoingFile, QuickReplyKey, TrayFile } from '../../../../contract/index.ts'
import { fileKindOf, mostFiles, type FileRules } from '../../../../contract/values.ts'
import type { RpcClient } from '../../../../rpc/client.ts'
import { useClient, pipeOpens } from '../../../client/client-context.tsx'
import { handOver } from '../../../client/hand-over.ts'
import { showErrorToast } from '../../../ui/overlays/toast-store.ts'
import { restAfter } from '../../../../contract/text/merge-text.ts'
import type { ReadTransfer } from './read-transfer.ts'
import { emptyTray, trayOf, useTrays, type Refusal, type Tray, type TrayItem, type TrayState } from './tray-store.ts'

/** A file as it was submitted. */
type SentFile = Pick<OutgoingFile, 'upload' | 'caption'>

export interface TrayActions {
  /** Answers the ids of the new ones. */
  add(chosen: ReadTransfer): readonly string[]
  remove(id: string): void
  removeAll(): void
  /** Retries an upload. */
  retry(id: string): void
  setCaption(id: string, caption: string): void
  /** Saves captions to core at once. */
  flush(): void
  /** One place to the left (-1) or right (1). */
  move(id: string, by: -1 | 1): void
  setAsFiles(asFiles: boolean): void
  /** Adds the files of a quick reply. What does not fit is said, and nothing is added then. */
  addFromReply(reply: QuickReplyKey): Promise<void>
  /** Removes files that became messages. Returns what was typed into their captions since. */
  sent(files: readonly SentFile[]): string
}

const refusals: Readonly<Partial<Record<ErrorCode, Refusal>>> = {
  fileEmpty: 'empty',
  fileTooLarge: 'tooLarge',
  tooManyFiles: 'tooMany',
  spoolFull: 'noRoom',
  storeFull: 'diskFull',
}

/** Captions are written to core a moment after the last key, ms. */
const quietMs = 400

/** The files of a chat are handed over one after another; a chat does not wait for another one. */
const last = new Map<ChatKey, Promise<unknown>>()
const stops = new Map<string, AbortController>()
const timers = new Map<ChatKey, number>()
/** Files that were removed or sent here: an answer that core gave before may still have them. */
const gone = new Set<string>()

/** The files in the tray of a chat, and the actions on them. */
export function useTray(
  chat: ChatKey,
  rules: FileRules | undefined,
): { readonly tray: Tray; readonly actions: TrayActions } {
  const client = useClient()
  const tray = useTrays(({ byChat }) => byChat.get(chat)) ?? emptyTray
  const actions = useMemo(() => trayActions(client, chat, rules), [client, chat, rules])
  useEffect(() => {
    void restore(client, chat)
  }, [client, chat])
  return { tray, actions }
}

function trayActions(client: RpcClient, chat: ChatKey, rules: FileRules | undefined): TrayActions {
  const change = (next: (tray: Tray) => Tray): void => useTrays.getState().change(chat, next)
  const put = (id: string, part: Partial<TrayItem>): void => changeItem(chat, id, part)
  const arrangeSoon = (): void => {
    window.clearTimeout(timers.get(chat))
    timers.set(
      chat,
      window.setTimeout(() => arrange(client, chat), quietMs),
    )
  }
  const begin = (id: string): void => {
    const stop = new AbortController()
    stops.set(id, stop)
    put(id, { state: { kind: 'coming', stored: 0 } })
    const before = last.get(chat) ?? Promise.resolve()
    last.set(
      chat,
      before.then(() => bring(client, chat, id, stop.signal)).finally(() => stops.delete(id)),
    )
  }
  const removeSome = (which: (item: TrayItem) => boolean): void => {
    const removed = trayOf(chat).items.filter(which)
    change((tray) => ({ ...tray, items: tray.items.filter((item) => !removed.includes(item)) }))
    for (const item of removed) {
      stops.get(item.id)?.abort()
      forget(item)
    }
    const uploads = removed.flatMap(({ upload }) => (upload === null ? [] : [upload]))
    if (uploads.length > 0) client.call('uploads.discard', { uploads }).catch(() => undefined)
  }
  return {
    add({ files, folders }) {
      const room = mostFiles - trayOf(chat).items.filter(({ state }) => state.kind !== 'refused').length
      const taken = files.slice(0, Math.max(0, room))
      const items = [
        ...taken.map((file) => itemOf(file, rules, trayOf(chat).asFiles)),
        ...folders.map((name) => refused(name, 'folder')),
        ...(taken.length < files.length ? [refused(String(files.length - taken.length), 'tooMany')] : []),
      ]
      change((tray) => ({ ...tray, items: [...tray.items, ...items] }))
      for (const item of items) if (item.state.kind === 'coming') begin(item.id)
      return items.map(({ id }) => id)
    },
    remove: (id) => removeSome((item) => item.id === id),
    removeAll: () => removeSome(() => true),
    retry(id) {
      if (trayOf(chat).items.find((one) => one.id === id)?.file) begin(id)
    },
    setCaption(id, caption) {
      put(id, { caption })
      arrangeSoon()
    },
    flush() {
      if (!timers.has(chat)) return
      window.clearTimeout(timers.get(chat))
      arrange(client, chat)
    },
    move(id, by) {
      change((tray) => ({ ...tray, items: moved(tray.items, id, by) }))
      arrangeSoon()
    },
    setAsFiles(asFiles) {
      change((tray) => ({ ...tray, asFiles }))
      arrangeSoon()
    },
    async addFromReply(reply) {
      try {
        await client.call('uploads.addFromReply', { chat, reply })
        await restore(client, chat)
      } catch (error) {
        showErrorToast(error instanceof ContractError ? error.data : { code: 'internal' })
      }
    },
    sent(files) {
      const captions = new Map(files.map(({ upload, caption }) => [upload, caption]))
      const went = trayOf(chat).items.filter(({ upload }) => upload !== null && captions.has(upload))
      const typed = went.map(({ upload, caption }) => restAfter(captions.get(upload ?? '') ?? '', caption))
      change((tray) => ({ ...tray, items: tray.items.filter((item) => !went.includes(item)) }))
      for (const item of went) forget(item)
      return typed.filter((text) => text !== '').join('\n')
    },
  }
}

/** The place of one among the others, one further on. */
function moved(items: readonly TrayItem[], id: string, by: -1 | 1): readonly TrayItem[] {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  if (item === undefined || from + by < 0 || from + by >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(from + by, 0, item)
}

function changeItem(chat: ChatKey, id: string, part: Partial<TrayItem>): void {
  useTrays.getState().change(chat, (tray) => ({
    ...tray,
    items: tray.items.map((item) => (item.id === id ? { ...item, ...part } : item)),
  }))
}

/** Files that the service would refuse are refused before they are read. */
function itemOf(file: File, rules: FileRules | undefined, asFiles: boolean): TrayItem {
  const kind = fileKindOf(file.name)
  const limit = rules?.maxBytes[asFiles ? 'document' : kind] ?? Infinity
  const why = file.size === 0 ? 'empty' : file.size > limit ? 'tooLarge' : null
  return {
    id: crypto.randomUUID(),
    upload: null,
    file,
    name: file.name,
    given: file.name,
    bytes: file.size,
    kind,
    caption: '',
    picture: why === null && shownPicture.test(file.type) ? URL.createObjectURL(file) : null,
    state: why === null ? { kind: 'coming', stored: 0 } : { kind: 'refused', why },
  }
}

const shownPicture = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/

const refused = (name: string, why: Refusal): TrayItem => ({
  id: crypto.randomUUID(),
  upload: null,
  file: null,
  name,
  given: name,
  bytes: 0,
  kind: 'document',
  caption: '',
  picture: null,
  state: { kind: 'refused', why },
})

function forget({ upload, picture }: TrayItem): void {
  if (upload !== null) gone.add(upload)
  if (picture?.startsWith('blob:')) URL.revokeObjectURL(picture)
}

/** Transfers one file to core, and shows the result in the tray. */
async function bring(client: RpcClient, chat: ChatKey, id: string, signal: AbortSignal): Promise<void> {
  const state = await handOverTo(client, chat, id, signal)
  if (state !== null) changeItem(chat, id, { state })
  if (state?.kind === 'ready') arrange(client, chat)
}

/** Null: it was removed in between. */
async function handOverTo(
  client: RpcClient,
  chat: ChatKey,
  id: string,
  signal: AbortSignal,
): Promise<TrayState | null> {
  const item = trayOf(chat).items.find((one) => one.id === id)
  const file = item?.file
  if (!item || !file || signal.aborted) return null
  // After a restart of core or a broken connection the transfer is retried once.
  for (let attempt = 0; attempt < 2; attempt++) {
    if (!(await pipeOpens(client)) || signal.aborted) return null
    const before = trayOf(chat).items.find((one) => one.id === id)?.upload ?? null
    if (before !== null) client.call('uploads.discard', { uploads: [before] }).catch(() => undefined)
    try {
      const { name, type, size: bytes } = file
      const begun = await client.call('uploads.begin', { chat, name, type, bytes, asFile: trayOf(chat).asFiles })
      changeItem(chat, id, { upload: begun.upload, name: begun.name, kind: fileKindOf(begun.name) })
      if (signal.aborted) {
        client.call('uploads.discard', { uploads: [begun.upload] }).catch(() => undefined)
        return null
      }
      const result = await handOver({
        file,
        address: begun.address,
        send: (url, init) => fetch(url, init),
        onStored: (stored) => changeItem(chat, id, { state: { kind: 'coming', stored } }),
        signal,
      })
      switch (result.kind) {
        case 'whole':
          return { kind: 'ready' }
        case 'aborted':
          return null
        case 'changed':
          return { kind: 'refused', why: 'changed' }
        case 'full':
          return { kind: 'refused', why: 'diskFull' }
        case 'unknown':
        case 'offline':
          break
      }
    } catch (error) {
      const code = error instanceof ContractError ? error.code : 'internal'
      if (code !== 'disconnected') return { kind: 'refused', why: refusals[code] ?? 'failed' }
    }
  }
  return { kind: 'refused', why: 'failed' }
}

/** The present order and captions. */
function arrange(client: RpcClient, chat: ChatKey): void {
  timers.delete(chat)
  const { items, asFiles } = trayOf(chat)
  const files = items.flatMap(({ upload, caption }) => (upload === null ? [] : [{ upload, caption, asFile: asFiles }]))
  client.call('uploads.arrange', { chat, files: files.slice(0, mostFiles) }).catch(() => undefined)
}

/**
 * Restores the files of an earlier window from core: complete files as before, incomplete ones marked. Files that core
 * no longer has are removed.
 */
async function restore(client: RpcClient, chat: ChatKey): Promise<void> {
  const whole = trayOf(chat).items.filter(({ state }) => state.kind === 'ready')
  const stored = await client.call('uploads.tray', { chat }).catch(() => null)
  if (stored === null) return
  const there = new Set(stored.map(({ upload }) => upload))
  const lost = whole.filter(({ upload }) => upload !== null && !there.has(upload)).map(({ id }) => id)
  if (lost.length > 0)
    useTrays.getState().change(chat, (tray) => ({ ...tray, items: tray.items.filter(({ id }) => !lost.includes(id)) }))
  const { items } = trayOf(chat)
  const known = new Set(items.map(({ upload }) => upload))
  // A file whose upload is being announced has no id yet.
  const announced = items.some(({ upload, state }) => upload === null && state.kind === 'coming')
  const missing = stored.filter(
    ({ upload, ref }) => !known.has(upload) && !gone.has(upload) && !(ref === null && announced),
  )
  if (missing.length === 0) return
  useTrays.getState().change(chat, (tray) => ({
    asFiles: tray.asFiles || missing.some(({ asFile }) => asFile),
    items: [...missing.map(restored), ...tray.items],
  }))
}

const restored = ({ upload, name, bytes, kind, caption, ref }: TrayFile): TrayItem => ({
  id: upload,
  upload,
  file: null,
  name,
  given: name,
  bytes,
  kind,
  caption,
  picture: ref !== null && kind === 'image' ? `media/${encodeURIComponent(ref)}` : null,
  state: ref === null ? { kind: 'refused', why: 'interrupted' } : { kind: 'ready' },
})
