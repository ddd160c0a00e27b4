import { randomUUID } from 'node:crypto'
import type { Note } from '../../src/contract/annotations.ts'
import type { VaultStatus, WindowLock } from '../../src/contract/app.ts'
import { capabilities } from '../../src/api/families.ts'
import type { ChatChange, ChatDetails, ChatFilter, ChatPage, ChatRow } from '../../src/contract/chats.ts'
import { ContractError } from '../../src/contract/errors.ts'
import type { ChangeEvent, ContractEvent } from '../../src/contract/events.ts'
import { contract, type CallName, type Input, type Output } from '../../src/contract/index.ts'
import type {
  ChatKey,
  InstanceKey,
  LabelKey,
  MessageKey,
  NoteKey,
  ProposalKey,
  QuickReplyKey,
} from '../../src/contract/ids.ts'
import type { InstanceSummary } from '../../src/contract/instances.ts'
import type { Message, MessageWindow, QuotedMessage } from '../../src/contract/messages.ts'
import type { CardField, PersonCard } from '../../src/contract/people.ts'
import type { Proposal } from '../../src/contract/proposals.ts'
import type { PendingPairing } from '../../src/contract/programs.ts'
import type { SearchHit } from '../../src/contract/search.ts'
import type { QuickReply } from '../../src/contract/quick-replies.ts'
import { draftAfter, draftToStore } from '../../src/contract/text/merge-text.ts'
import { defaultSettings, type AppSettings } from '../../src/contract/settings.ts'
import type { TeamStatus } from '../../src/contract/team.ts'
import type { PipeHost } from '../../src/rpc/server.ts'

/** A call that reached the desk, in order. */
export interface Call<Name extends CallName = CallName> {
  readonly name: Name
  readonly input: Input<Name>
}

interface Chat {
  row: ChatRow
  messages: Message[]
  draft: Pick<ChatDetails, 'draftText' | 'draftSend' | 'draftQuote' | 'draftReply' | 'draftLinkPreview'>
  card: PersonCard
  /** Ids of the sends that arrived, with their messages. */
  readonly sends: Map<string, MessageKey>
  /** Ids of the saves of its draft that arrived. */
  readonly saves: Set<string>
}

const desk = 1 as InstanceKey
/** The first message of a desk, epoch ms; each further one comes a minute later. */
const firstAt = Date.UTC(2026, 0, 5, 9)
const firstSettings: AppSettings = { ...defaultSettings, language: 'en', undoSend: false }
const undoable = { kind: 'queued', changeable: true, waitReason: { kind: 'undoable', until: Infinity } } as const
const noDraft = { draftText: '', draftSend: null, draftQuote: null, draftReply: null, draftLinkPreview: true } as const

/**
 * What core would answer, from a model in memory: one instance, its chats, their messages, drafts and people. A test
 * changes it as a customer, a colleague or a second window would, and reads which calls the window made. A call that
 * the model does not know fails the test, unless the test gives the answer.
 */
export class ScriptedDesk implements PipeHost {
  readonly calls: Call[] = []
  readonly unknownCalls = new Set<string>()
  settings: AppSettings = firstSettings
  readonly labels: { readonly key: LabelKey; name: string; hue: number; chats: number }[] = []
  instance: InstanceSummary = orderDesk
  pairing: PendingPairing | null = null
  team: TeamStatus = { kind: 'none' }
  lock: WindowLock = { kind: 'none' }
  vault: VaultStatus = appInfo.vault
  readonly proposals: Proposal[] = []
  notes: Note[] = []
  readonly quickReplies: QuickReply[] = []
  readonly aliases = new Map<ChatKey, readonly string[]>()
  readonly apart = new Map<ChatKey, ChatDetails['apart']>()
  readonly #chats = new Map<ChatKey, Chat>()
  readonly #preferences = new Map<string, string>()
  /** Messages that a person deleted from this computer. */
  readonly #hidden = new Set<MessageKey>()
  readonly #listeners = new Set<(event: ContractEvent) => void>()
  readonly #given = new Map<string, (input: never) => unknown>()
  #lastKey = 100
  #now = firstAt

  /** Answers a call in place of the model; throws what the call is to be refused with. */
  answer<Name extends CallName>(name: Name, run: (input: Input<Name>) => Output<Name>): void {
    this.#given.set(name, run as (input: never) => unknown)
  }

  /** The model answers the call again. */
  forget(name: CallName): void {
    this.#given.delete(name)
  }

  /** What a call is answered with that the model does not know. */
  fallBack<Name extends CallName>(name: Name, output: unknown): void {
    if (!Object.hasOwn(this.#model, name)) this.answer(name, () => output as Output<Name>)
  }

  /** The inputs of all calls of a name so far. */
  inputs<Name extends CallName>(name: Name): readonly Input<Name>[] {
    return this.calls.flatMap((call) => (call.name === name ? [call.input as Input<Name>] : []))
  }

  /** A customer who wrote `text`. A later one stands above an earlier one. */
  customer(title: string, text = `Hello from ${title}`): ChatKey {
    const key = this.#nextKey() as ChatKey
    const chatId = `7999000${key}@c.us`
    const row: ChatRow = {
      ...emptyRow,
      key,
      chatId,
      title,
      phone: `+7 999 000 ${key}`,
      initials: title.slice(0, 1),
      hue: (key % 6) + 1,
    }
    this.#chats.set(key, {
      row,
      messages: [],
      draft: noDraft,
      card: { name: '', fields: [], chats: [] },
      sends: new Map(),
      saves: new Set(),
    })
    this.says(key, text)
    return key
  }

  /** The customer writes: the chat moves to the top of the list. */
  says(key: ChatKey, text: string, change: Partial<Message> = {}): MessageKey {
    const chat = this.chat(key)
    const message = this.#append(chat, 'incoming', text, change)
    const { at } = message
    chat.row = {
      ...chat.row,
      at,
      newest: message.key,
      unread: chat.row.unread + 1,
      waitingSince: chat.row.waitingSince ?? at,
      preview: { ...emptyPreview, message: message.key, text },
    }
    this.changed({ kind: 'messages', instance: desk, chat: key, messages: [message.key] })
    this.changed({ kind: 'chats', instance: desk, chats: [key] })
    return message.key
  }

  /** An own message, from here or the phone. */
  sent(key: ChatKey, text: string, change: Partial<Message> = {}): MessageKey {
    const chat = this.chat(key)
    const message = this.#append(chat, 'outgoing', text, change)
    this.changed({ kind: 'messages', instance: desk, chat: key, messages: [message.key] })
    return message.key
  }

  /** The message `key` quotes another one of its chat. */
  quoted(chat: ChatKey, key: MessageKey, other: MessageKey | undefined): void {
    const quoted = this.#quoteOf(chat, other)
    this.chat(chat).messages = this.chat(chat).messages.map((one) => (one.key === key ? { ...one, quoted } : one))
  }

  #quoteOf(chat: ChatKey, key: MessageKey | undefined): QuotedMessage {
    const quoted = this.chat(chat).messages.find((one) => one.key === key)
    if (quoted?.content.kind !== 'text') throw new Error('Only texts are quoted here.')
    const { idMessage, sender, content } = quoted
    return { idMessage: idMessage ?? '', key: quoted.key, sender, kind: 'text', text: content.text, thumbnail: null }
  }

  /** The words of a message are changed from elsewhere. */
  edited(key: ChatKey, message: MessageKey, text: string): void {
    const chat = this.chat(key)
    const content = { kind: 'text', text, preview: null } as const
    chat.messages = chat.messages.map((one) => (one.key === message ? { ...one, content } : one))
    this.changed({ kind: 'messages', instance: desk, chat: key, messages: [message] })
  }

  /** What core answers to this call. */
  window({ chat: key, anchor, before, after }: Input<'messages.window'>): MessageWindow {
    const { messages: all, row } = this.chat(key)
    const messages = all.filter((one) => !this.#hidden.has(one.key))
    const unread = messages.filter(({ direction }) => direction === 'incoming').slice(-row.unread)
    const firstUnread = row.unread === 0 ? null : (unread[0]?.key ?? null)
    const place = anchor.kind === 'message' ? anchor.message : anchor.kind === 'firstUnread' ? firstUnread : null
    const found = place === null ? -1 : messages.findIndex((one) => one.key === place)
    const at = found < 0 ? messages.length : found
    const [from, to] = [Math.max(0, at - before), found < 0 ? at : at + after]
    return {
      chat: key,
      rows: messages.slice(from, to),
      hasOlder: from > 0,
      olderAtService: false,
      hasNewer: to < messages.length,
      anchor: (messages[at] ?? messages.at(-1))?.key ?? null,
      firstUnread,
      unread: row.unread,
      completeness: complete,
    }
  }

  setInstance(change: Partial<InstanceSummary>): void {
    this.instance = { ...this.instance, ...change }
    this.changed({ kind: 'instances' })
  }

  /** The desk joins a team that shares its instance; Yara is a colleague. */
  joinTeam(): void {
    this.team = { ...smallTeam, instances: [{ ...sharedInstance, instance: desk }] }
    this.changed({ kind: 'team' })
  }

  assignToYara(chat: ChatKey): void {
    this.change(chat, { assignee: { desk: yara, name: 'Yara', isThis: false } })
  }

  quickReply(name: string, text: string): QuickReplyKey {
    const key = this.#nextKey() as QuickReplyKey
    this.quickReplies.push({ key, instance: null, name, text, shared: null, files: [] })
    this.changed({ kind: 'quickReplies' })
    return key
  }

  label(name: string): LabelKey {
    const key = this.#nextKey() as LabelKey
    this.labels.push({ key, name, hue: 1, chats: 0 })
    this.changed({ kind: 'labels' })
    return key
  }

  note(chat: ChatKey, text: string, id: string = randomUUID()): NoteKey {
    const key = this.#nextKey() as NoteKey
    this.notes.push({ key, chat, id, text, at: firstAt, editedAt: null, by: null, unsynced: null })
    this.changed({ kind: 'notes', chat })
    return key
  }

  chat(key: ChatKey): Chat {
    const chat = this.#chats.get(key)
    if (chat === undefined) throw new ContractError('notFound')
    return chat
  }

  /** A program proposes a message. */
  proposes(chat: ChatKey, text: string): ProposalKey {
    const key = this.#nextKey() as ProposalKey
    const { title: chatTitle } = this.chat(chat).row
    this.proposals.push({ ...emptyProposal, key, chat, chatTitle, text })
    this.changed({ kind: 'proposals', chat })
    return key
  }

  /** It expires, or a colleague sends or dismisses it. */
  closeProposal(key: ProposalKey): void {
    this.proposals.splice(
      this.proposals.findIndex((one) => one.key === key),
      1,
    )
    this.changed({ kind: 'proposals' })
  }

  /** Changes a chat as another window or desk would. */
  change(key: ChatKey, change: Partial<ChatRow>): void {
    const chat = this.chat(key)
    chat.row = { ...chat.row, ...change }
    this.changed({ kind: 'chats', instance: desk, chats: [key] })
  }

  /** Another window changes whatever a person can change of chats, labels, notes, quick replies and the instance. */
  changeElsewhere(): void {
    for (const [key, { row, card }] of this.#chats) {
      this.change(key, {
        ...{ pinned: !row.pinned, markedUnread: !row.markedUnread },
        mutedUntil: row.mutedUntil === null ? 'forever' : null,
        labels: row.labels.length === 0 ? this.labels.map((one) => one.key) : [],
      })
      this.changeCard(key, { fields: card.fields.map((field) => ({ ...field, value: `${field.value}, changed` })) })
      if (this.team.kind === 'joined') this.assignToYara(key)
    }
    for (const label of this.labels) label.name = `${label.name}, changed`
    this.changed({ kind: 'labels' })
    this.notes = this.notes.map((note) => ({ ...note, text: `${note.text}, changed` }))
    for (const { chat } of this.notes) this.changed({ kind: 'notes', chat })
    this.quickReplies.splice(0, Infinity, ...this.quickReplies.map((one) => ({ ...one, text: `${one.text}, changed` })))
    this.changed({ kind: 'quickReplies' })
    this.setInstance({ name: 'Another desk' })
  }

  remove(key: ChatKey): void {
    this.#chats.delete(key)
    this.changed({ kind: 'chats', instance: desk })
  }

  changed(change: ChangeEvent): void {
    this.emit({ type: 'changed', change })
  }

  emit(event: ContractEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** A desk as it was first, for the next act of a page. */
  reset(): void {
    this.#chats.clear()
    this.#hidden.clear()
    this.#given.clear()
    this.aliases.clear()
    this.apart.clear()
    for (const list of [this.labels, this.proposals, this.quickReplies]) list.length = 0
    this.notes = []
    this.instance = orderDesk
    this.settings = firstSettings
    this.team = { kind: 'none' }
    this.pairing = null
    this.vault = appInfo.vault
  }

  /** Titles in the order of the list. */
  titles(filter: ChatFilter = 'all'): readonly string[] {
    return this.#list(filter, '').map(({ title }) => title)
  }

  subscribe(listener: (event: ContractEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  find(name: string) {
    if (!Object.hasOwn(contract, name)) return undefined
    const known = name as CallName
    return {
      isQuery: contract[known].kind === 'query',
      input: contract[known].input,
      run: async (input: unknown) => {
        this.calls.push({ name: known, input: input as Input<CallName> })
        const run = this.#given.get(name) ?? (this.#model as Readonly<Record<string, unknown>>)[name]
        if (typeof run === 'function') return (run as (given: unknown) => unknown)(input)
        this.unknownCalls.add(name)
        throw new ContractError('internal')
      },
    }
  }

  onFault({ kind, ...fault }: Parameters<PipeHost['onFault']>[0]): void {
    throw new Error(`The window broke the pipe: ${kind} ${JSON.stringify(fault)}`)
  }

  readonly #model: { readonly [Name in CallName]?: (input: Input<Name>) => Output<Name> | Promise<Output<Name>> } = {
    'instances.list': () => [this.instance],
    'settings.get': () => this.settings,
    'settings.update': (change) => {
      this.settings = { ...this.settings, ...(change as Partial<AppSettings>) }
      this.changed({ kind: 'settings' })
      return this.settings
    },
    'retention.preview': ({ days }) => [{ ...retention, days, ...(days === null && nothingGoes) }],
    'retention.set': (keepMessages) => {
      this.settings = { ...this.settings, keepMessages }
      this.changed({ kind: 'settings' })
    },
    'app.info': () => ({ ...appInfo, vault: this.vault }),
    'app.preference': ({ name }) => this.#preferences.get(name) ?? null,
    'app.setPreference': ({ name, value }) => void this.#preferences.set(name, value),
    'host.lock': () => this.lock,
    'host.demo': () => ({ instances: [] }),
    'host.attention': () => undefined,
    'host.active': () => undefined,
    'host.lockNow': () => undefined,
    'team.status': () => this.team,
    'team.presence': () => [],
    'team.here': () => undefined,
    'team.chat': () => ({ seenBy: [], underWay: [] }),
    'team.assign': ({ chat, desk: to, seen }) => {
      const { assignee } = this.chat(chat).row
      if (seen !== undefined && seen !== (assignee?.desk ?? null)) throw new ContractError('changedMeanwhile')
      this.change(chat, { assignee: smallTeam.members.find((one) => one.desk === to) ?? null })
    },
    'programs.list': () => ({ listener: { kind: 'off' } as never, rows: [], team: null }),
    'programs.unread': () => [],
    'storage.usage': () => ({
      messages: 0,
      chats: 0,
      archiveBytes: 0,
      mediaBytes: 0,
      spoolBytes: 0,
      logBytes: 0,
    }),
    'storage.setAside': () => [],
    'storage.state': () => ({ kind: 'ok' }),
    'backup.state': () => ({ plan: null, last: null, failures: 0, reason: null, isOverdue: false, running: null }),
    'labels.list': () => this.labels.toSorted((one, other) => one.name.localeCompare(other.name)),
    'labels.set': ({ chat, label, on }) => {
      const others = this.chat(chat).row.labels.filter((one) => one !== label)
      this.change(chat, { labels: on ? [...others, label] : others })
    },
    'quickReplies.list': () => this.quickReplies,
    'programs.pairing': () => this.pairing,
    'proposals.shown': ({ chat, proposal }) => {
      const open = this.proposals.filter((one) => one.chat === chat)
      const shown = open.find(({ key }) => key === proposal) ?? open[0]
      if (shown === undefined) return { shown: null, expired: null }
      const at = open.indexOf(shown)
      const place = { at: at + 1, of: open.length }
      const previous = open[at - 1]?.key ?? null
      const next = open[at + 1]?.key ?? null
      return { shown: { proposal: shown, place, previous, next }, expired: null }
    },
    'proposals.claim': () => undefined,
    'proposals.release': () => undefined,
    'uploads.tray': () => [],
    'notes.list': ({ chat }) => this.notes.filter((one) => one.chat === chat),
    'notes.add': ({ chat, text, id }) => {
      if (text.trim() === '') throw new ContractError('noteBlank')
      const known = this.notes.find((one) => one.id === id)
      if (known === undefined) return { key: this.note(chat, text, id) }
      this.notes = this.notes.map((one) => (one === known ? { ...one, text } : one))
      return { key: known.key }
    },
    'notes.remove': ({ key }) => {
      this.notes = this.notes.filter((one) => one.key !== key)
      this.changed({ kind: 'notes', chat: 0 as ChatKey })
    },
    'search.messages': ({ chat, text, limit }) => ({
      hits: this.#hits(chat, text).slice(0, limit),
      next: null,
      covers: { messages: 0, oldestAt: null },
    }),
    'search.notes': () => [],
    'search.chats': ({ text, limit }) => this.#list('all', text).slice(0, limit),
    'chats.list': ({ filter, text = '', label, offset, limit }) => {
      const rows = this.#list(filter, text).filter(({ labels }) => label === undefined || labels.includes(label))
      const counts = { ...noCounts, unread: this.#list('unread', '').length, waiting: this.#list('waiting', '').length }
      const pinned = rows.filter((row) => row.pinned).length
      return { rows: rows.slice(offset, offset + limit), total: rows.length, pinned, counts } satisfies ChatPage
    },
    'chats.details': ({ chat: key }) => this.#details(this.chat(key)),
    'chats.indexOf': ({ filter, chat }) => {
      const index = this.#list(filter, '').findIndex(({ key }) => key === chat)
      return index < 0 ? null : index
    },
    'chats.inView': () => undefined,
    'chats.nextWaiting': ({ after }) => {
      const all = this.#list('waiting', '')
      const at = all.findIndex(({ key }) => key === after?.chat)
      const next = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(({ key }) => key !== after?.chat)
      return next === undefined
        ? null
        : { chat: next.key, instance: desk, title: next.title, waitingSince: next.waitingSince ?? 0 }
    },
    'chats.nextUnread': ({ after }) => this.#list('unread', '').find(({ key }) => key !== after)?.key ?? null,
    'chats.markRead': ({ chat, at = Infinity, upTo = null }) => {
      const { messages } = this.chat(chat)
      const isPast = (one: Message): boolean => one.at > at || (upTo !== null && one.key > upTo)
      const unread = messages.filter((one) => one.direction === 'incoming' && isPast(one)).length
      return this.#act(chat, { unread, markedUnread: false })
    },
    'chats.markUnread': ({ chat }) => this.#act(chat, { markedUnread: true }),
    'chats.setPinned': ({ chat, pinned }) => this.change(chat, { pinned }),
    'chats.setMuted': ({ chat, mutedUntil }) => this.change(chat, { mutedUntil }),
    'chats.setDone': ({ chat, upTo }) => {
      const next = this.chat(chat).messages.find(
        ({ key, direction }) => direction === 'incoming' && upTo !== null && key > upTo,
      )
      return this.#act(chat, { waitingSince: next?.at ?? null })
    },
    'chats.setArchived': ({ chat, archived }) => this.#act(chat, { archived }),
    'chats.saveDraft': ({ chat: key, submission, ...saved }) => {
      const chat = this.chat(key)
      const isSent = submission !== undefined && chat.sends.has(submission.id)
      const hasArrived = (save: string): boolean => chat.saves.has(save)
      const text = draftToStore(saved, chat.draft.draftText, hasArrived, isSent ? submission.text : '')
      if (saved.id !== undefined) chat.saves.add(saved.id)
      const before = isSent ? noDraft : chat.draft
      const { linkPreview = before.draftLinkPreview, quickReply = before.draftReply } = isSent ? {} : saved
      const quote = isSent ? null : saved.quote
      const draftQuote = quote === undefined ? before.draftQuote : quote === null ? null : this.#quoteOf(key, quote)
      const draftSend = !isSent && text === submission?.text ? submission.id : null
      const chosen = { draftLinkPreview: linkPreview, draftReply: quickReply, draftQuote }
      chat.draft = { ...before, ...chosen, draftText: text, draftSend }
      this.change(key, { draft: text === '' ? null : text })
      return { text, isSent }
    },
    'messages.window': (input) => this.window(input),
    'messages.deleteLocally': ({ messages }) => this.#hide(messages, true),
    'messages.restoreDeleted': ({ messages }) => this.#hide(messages, false),
    'messages.find': ({ chat, idMessage }) =>
      this.chat(chat).messages.find((one) => one.idMessage === idMessage)?.key ?? null,
    'messages.send': ({ chat: key, text, sendId = randomUUID() }) => {
      const chat = this.chat(key)
      const known = chat.sends.get(sendId)
      if (known !== undefined) return { message: known }
      const { key: message, at } = this.#append(
        chat,
        'outgoing',
        text,
        this.settings.undoSend ? { status: undoable } : {},
      )
      chat.sends.set(sendId, message)
      const draftText = draftAfter(text, chat.draft.draftText)
      chat.draft = { ...noDraft, draftText }
      this.changed({ kind: 'messages', instance: desk, chat: key })
      this.change(key, { draft: draftText || null, waitingSince: null, unread: 0, at, newest: message })
      return { message }
    },
    'messages.cancel': ({ message }) => ({ text: this.#takeBack([message]) }),
    'messages.undoSend': ({ messages }) => ({ undone: messages.length, text: this.#takeBack(messages) }),
    'history.refresh': ({ chat }) => ({ ...complete, loading: this.chat(chat).row.unread < 0 }),
    'people.card': ({ chat }) => this.chat(chat).card,
    'erasing.traces': ({ chat: key }) => {
      const { row } = this.chat(key)
      const own = { chat: key, instance: row.instance, title: row.title, messages: 3 }
      const none = { notes: 0, facts: 0, files: 0, events: 3, waiting: 0, programs: 0, isShared: false }
      return { ...none, chats: [own], groups: [] }
    },
    'erasing.erasures': () => [],
    'people.files': () => ({ files: [], counts: { pictures: 0, files: 0, sounds: 0 } }),
    'people.setName': ({ chat: key, name }) => this.changeCard(key, { name }),
    'people.setField': ({ chat: key, key: field, name, value }) => {
      const { fields } = this.chat(key).card
      const changed = { key: field ?? (this.#nextKey() as CardField['key']), name, value }
      const known = fields.some((one) => one.key === field)
      const next = known ? fields.map((one) => (one.key === field ? changed : one)) : [...fields, changed]
      this.changeCard(key, { fields: next })
      return { key: changed.key }
    },
    'people.removeField': ({ key: field }) => {
      for (const [key, { card }] of this.#chats) {
        if (card.fields.some((one) => one.key === field))
          this.changeCard(key, { fields: card.fields.filter((one) => one.key !== field) })
      }
    },
  }

  /** Changes the card of a chat's person, as another window or desk would. */
  changeCard(key: ChatKey, change: Partial<PersonCard>): void {
    const chat = this.chat(key)
    chat.card = { ...chat.card, ...change }
    if (change.name !== undefined && change.name !== '') this.change(key, { title: change.name })
    this.changed({ kind: 'people' })
  }

  noChange(chat: ChatKey): ChatChange {
    return { chat, before: {}, after: {} }
  }

  newestSent(): MessageKey {
    const own = [...this.#chats.values()].flatMap(({ messages }) =>
      messages.filter((one) => one.direction === 'outgoing'),
    )
    return own.at(-1)?.key ?? (0 as MessageKey)
  }

  /** An act of the window, with what undoes it. */
  #act(chat: ChatKey, change: Partial<ChatRow>): ChatChange {
    this.change(chat, change)
    return this.noChange(chat)
  }

  #list(filter: ChatFilter, text: string): readonly ChatRow[] {
    const rows = [...this.#chats.values()].map(({ row }) => row)
    const shown = rows.filter(
      (row) =>
        (row.archived === (filter === 'archived') || text !== '') &&
        (filter !== 'unread' || row.unread > 0 || row.markedUnread) &&
        (filter !== 'waiting' || row.waitingSince !== null) &&
        (filter !== 'groups' || row.kind === 'group') &&
        row.title.toLowerCase().includes(text.trim().toLowerCase()),
    )
    if (filter === 'waiting') return shown.toSorted((one, two) => (one.waitingSince ?? 0) - (two.waitingSince ?? 0))
    return shown.toSorted((one, two) => Number(two.pinned) - Number(one.pinned) || two.at - one.at)
  }

  /** Messages with these words, newest first. */
  #hits(chat: ChatKey | null, text: string): readonly SearchHit[] {
    const words = text.trim().toLowerCase()
    const searched = [...this.#chats.values()].filter(({ row }) => chat === null || row.key === chat)
    return searched
      .flatMap(({ row, messages }) => messages.map((message) => ({ row, message })))
      .toSorted((one, two) => two.message.at - one.message.at)
      .flatMap(({ row, message: { key, content, sender, direction, at } }) => {
        const start = content.kind === 'text' ? content.text.toLowerCase().indexOf(words) : -1
        if (content.kind !== 'text' || start < 0) return []
        const { title: chatTitle, instance } = row
        const marks = [[start, start + words.length]] as const
        const hit = { chat: row.key, instance, chatTitle, senderName: sender.name, senderHue: sender.hue }
        return { ...hit, message: key, direction, at, kind: 'text', snippet: content.text, marks }
      })
  }

  #details({ row, draft, messages }: Chat): ChatDetails {
    const { at: lastIncomingAt = null } = messages.findLast(({ direction }) => direction === 'incoming') ?? {}
    const aliases = this.aliases.get(row.key) ?? []
    const apart = this.apart.get(row.key) ?? []
    const notes = this.notes.filter((one) => one.chat === row.key).length
    return { ...row, ...emptyDetails, aliases, apart, ...draft, notes, messages: messages.length, lastIncomingAt }
  }

  #append(chat: Chat, direction: Message['direction'], text: string, change: Partial<Message> = {}): Message {
    const { row } = chat
    this.#now += 60_000
    const key = this.#nextKey() as MessageKey
    const message: Message = {
      ...emptyMessage,
      key,
      chat: row.key,
      idMessage: `ID${key}`,
      direction,
      at: this.#now,
      sender: { id: row.chatId, name: row.title, own: direction === 'outgoing', hue: row.hue },
      content: { kind: 'text', text, preview: null },
      status: direction === 'outgoing' ? { kind: 'sent', changeable: false } : null,
      ...change,
    }
    chat.messages = [...chat.messages, message]
    return message
  }

  /** Own messages become the draft again that they were. */
  #takeBack(keys: readonly MessageKey[]): string {
    for (const [key, chat] of this.#chats) {
      const back = chat.messages.filter((one) => keys.includes(one.key))
      if (back.length === 0) continue
      if (back.some(({ status }) => status?.changeable !== true)) throw new ContractError('notCancellable')
      chat.messages = chat.messages.filter((one) => !back.includes(one))
      const text = back.map(({ content }) => ('text' in content ? content.text : '')).join('\n')
      const draftText = [chat.draft.draftText, text].filter(Boolean).join('\n')
      chat.draft = { ...noDraft, draftText }
      this.changed({ kind: 'messages', instance: desk, chat: key, messages: [...keys] })
      this.change(key, { draft: draftText })
      return text
    }
    throw new ContractError('notFound')
  }

  #hide(messages: readonly MessageKey[], isHidden: boolean): void {
    for (const key of messages) {
      if (isHidden) this.#hidden.add(key)
      else this.#hidden.delete(key)
    }
    for (const chat of this.#chats.keys()) this.changed({ kind: 'messages', instance: desk, chat, messages })
  }

  #nextKey(): number {
    this.#lastKey += 1
    return this.#lastKey
  }
}

export const thisDesk = '00000000-0000-4000-8000-000000000001'
const yara = '00000000-0000-4000-8000-000000000002'

const smallTeam = {
  kind: 'joined',
  desk: thisDesk,
  name: 'Boss',
  database: 'db.example:5432/team',
  isSecure: true,
  role: 'member',
  state: 'live',
  since: firstAt,
  trouble: null,
  isListening: true,
  clockJump: null,
  members: [
    { desk: thisDesk, name: 'Boss', isThis: true, isHere: true, seenAt: firstAt, role: 'member' },
    { desk: yara, name: 'Yara', isThis: false, isHere: true, seenAt: firstAt, role: 'member' },
  ],
  notices: [],
  instances: [],
} as const satisfies TeamStatus

const sharedInstance = {
  isKnown: true,
  reader: thisDesk,
  isThis: true,
  since: firstAt,
  lastAt: firstAt,
  freeAt: null,
  wantedBy: null,
  entries: 0,
  backlog: 0,
} as const

const nothingGoes = { messages: 0, files: 0, bytes: 0, oldestAt: null, waitingChats: 0 } as const
const retention = {
  ...{ instance: 1 as InstanceKey, name: 'Shop', isTeams: false },
  ...{ messages: 1204, files: 80, bytes: 120e6, oldestAt: Date.UTC(2021, 2, 3, 12), waitingChats: 2 },
} as const

const complete = {
  ...{ completeFrom: 0, reachedStart: true, retainedFrom: null },
  ...{ checkedAt: firstAt, gaps: [], loading: false },
} as const

const noCounts: ChatPage['counts'] = {
  unread: 0,
  waiting: 0,
  overdue: 0,
  drafts: 0,
  scheduled: 0,
  proposals: 0,
  snoozed: 0,
  archived: 0,
  team: null,
}

const emptyRow: ChatRow = {
  key: 0 as ChatKey,
  instance: desk,
  chatId: '',
  kind: 'user',
  title: '',
  phone: null,
  initials: '',
  hue: 1,
  avatar: { kind: 'none' },
  at: 0,
  preview: null,
  newest: null,
  draft: null,
  unread: 0,
  markedUnread: false,
  waitingSince: null,
  pinned: false,
  mutedUntil: null,
  archived: false,
  snoozedUntil: null,
  assignee: null,
  labels: [],
  found: null,
  scheduled: null,
  proposal: null,
}

const emptyProposal: Proposal = {
  key: 0 as ProposalKey,
  instance: desk,
  chat: 0 as ChatKey,
  chatTitle: '',
  programName: 'Shop bot',
  text: '',
  reason: '',
  quotedText: null,
  createdAt: firstAt,
  expiresAt: Date.UTC(2100, 0, 1),
  claimedBy: null,
  newer: 0,
  newest: null,
}

const emptyPreview = {
  message: 0 as MessageKey,
  direction: 'incoming',
  senderName: null,
  programName: null,
  kind: 'text',
  text: '',
  deleted: false,
  status: null,
} as const

const emptyDetails = {
  aliases: [],
  apart: [],
  business: null,
  username: null,
  senderName: null,
  contactName: null,
  lastSeen: null,
  avatarCheckedAt: null,
  lifetime: null,
  serviceArchived: null,
  notes: 0,
  unsyncedLabels: [],
  firstAt: null,
} as const

const emptyMessage: Message = {
  key: 0 as MessageKey,
  instance: desk,
  chat: 0 as ChatKey,
  idMessage: null,
  direction: 'incoming',
  at: 0,
  sender: { id: '', name: '', own: false, hue: 1 },
  content: { kind: 'text', text: '', preview: null },
  typeMessage: 'textMessage',
  status: null,
  sentByApi: null,
  author: null,
  program: null,
  forwarded: null,
  quoted: null,
  edited: false,
  editFailed: null,
  deleted: false,
  deletedBy: null,
  reactions: [],
}

const orderDesk: InstanceSummary = {
  key: desk,
  name: 'Order desk',
  initials: 'OD',
  colour: 'teal',
  idInstance: '1101000001',
  apiUrl: 'https://api.example',
  mediaUrl: '',
  defaultMediaUrl: 'https://media.example',
  family: 'v3',
  isWaba: false,
  files: capabilities.v3.files,
  mode: 'full',
  position: 0,
  wid: '79990000001@c.us',
  avatar: null,
  connection: { kind: 'live', since: firstAt, receiving: true },
  authorization: 'authorized',
  token: 'vault',
  unreadChats: 0,
  unreadMessages: 0,
  needAttention: 0,
  waitingForAuthorization: 0,
  mutedUntil: null,
  hideContent: false,
  sendsReadReceipts: false,
  answerTargetMs: 900_000,
  folder: '',
  sync: null,
  historySyncProgress: null,
  sendIntervalMs: 500,
  pausedAt: null,
  lastReceivedAt: firstAt,
  absentOperations: [],
}

export const appInfo = {
  version: '0.0.0',
  host: 'browser',
  platform: 'linux',
  dataDir: '/data',
  vault: { backend: 'memory', state: 'usable', persistent: true },
  features: {
    tray: false,
    startAtLogin: false,
    spellCheck: false,
    showInFolder: false,
    saveDialog: false,
    badge: false,
    updates: false,
  },
  unsandboxed: false,
  commandLine: '',
  node: '24',
  sqlite: '3',
} as const
