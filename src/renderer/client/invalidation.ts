import type { ChangeEvent, Input, QueryName, Scope } from '../../contract/index.ts'

type Test<Name extends QueryName> = (change: ChangeEvent, input: Input<Name>) => boolean
type Rules = { readonly [Name in QueryName]: Test<Name> }

const inScope = (scope: Scope, instance: number): boolean => scope === null || scope === instance
const named = (list: readonly number[] | undefined, key: number): boolean => list === undefined || list.includes(key)
const is =
  (...kinds: readonly ChangeEvent['kind'][]) =>
  (change: ChangeEvent): boolean =>
    kinds.includes(change.kind)
const isOfChats = (change: ChangeEvent, scope: Scope): boolean =>
  change.kind === 'chats' && inScope(scope, change.instance)
const messagesIn =
  <Name extends QueryName>(scopeOf: (input: Input<Name>) => Scope): Test<Name> =>
  (change, input) =>
    change.kind === 'messages' && inScope(scopeOf(input), change.instance)
const journalIn =
  <Name extends QueryName>(scopeOf: (input: Input<Name>) => Scope): Test<Name> =>
  (change, input) =>
    change.kind === 'journal' && inScope(scopeOf(input), change.instance)

const administrationOf = (change: ChangeEvent, { instance }: { readonly instance: number }): boolean =>
  change.kind === 'administration' && change.instance === instance
/** Something about the instance itself changed. */
const isOf = (change: ChangeEvent, { instance }: { readonly instance: number }): boolean =>
  change.kind === 'instances' && (change.instance === undefined || change.instance === instance)

/** The queries that a change makes stale: one row for every query of the contract, so that none is forgotten. */
const rules: Rules = {
  'app.info': is('vault'),
  'app.preference': () => false,
  'storage.usage': is('storage'),
  'storage.state': is('storage'),
  'storage.setAside': is('storage'),
  'backup.state': is('backup'),
  // Not counted again with each message: the dialog says what there was when it opened.
  'erasing.traces': is('people', 'notes'),
  'erasing.erasures': is('storage', 'people'),
  // The same: what was counted is what the person is asked about.
  'retention.preview': () => false,
  'settings.get': is('settings'),
  'team.status': is('team', 'vault'),
  'team.presence': is('presence', 'team'),
  'team.chat': (change, { chat }) =>
    ((change.kind === 'teamChat' || change.kind === 'messages') && change.chat === chat) || change.kind === 'people',
  'team.joinSteps': (change, { run }) => change.kind === 'check' && change.run === run,
  'labels.list': is('labels'),
  // Those on other chats of the person, too.
  'notes.list': is('notes', 'people', 'instances'),
  'quickReplies.list': is('quickReplies', 'instances'),
  // Its unread counts are sums over chats.
  'instances.list': is('instances', 'vault', 'chats'),
  'host.demo': is('instances'),
  'host.lock': is('lock'),
  'instances.checkSteps': (change, { run }) => change.kind === 'check' && change.run === run,
  'login.state': administrationOf,
  'queues.state': administrationOf,
  'instanceSettings.state': (change, input) => administrationOf(change, input) || isOf(change, input),
  'account.state': (change, input) => administrationOf(change, input) || isOf(change, input),
  'account.overview': is('administration', 'instances'),
  'groups.list': (change, input) =>
    administrationOf(change, input) ||
    change.kind === 'group' ||
    (change.kind === 'chats' && change.instance === input.instance),
  'contacts.list': (change, input) =>
    administrationOf(change, input) || (change.kind === 'chats' && change.instance === input.instance),
  // Whether groups wait is a setting.
  'chats.list': (change, { scope }) =>
    change.kind === 'settings' || change.kind === 'proposals' || isOfChats(change, scope),
  'chats.indexOf': (change, { scope }) =>
    change.kind === 'settings' || change.kind === 'proposals' || isOfChats(change, scope),
  'chats.nextUnread': (change, { scope }) => change.kind === 'proposals' || isOfChats(change, scope),
  'chats.nextWaiting': (change, { scope }) => change.kind === 'settings' || isOfChats(change, scope),
  'chats.details': (change, { chat }) =>
    (change.kind === 'chats' && named(change.chats, chat)) || (change.kind === 'notes' && change.chat === chat),
  // A chat of the number may come to be on any instance, and a note on any of them.
  'people.card': is('people', 'chats', 'notes', 'instances'),
  'people.files': is('people', 'messages', 'media', 'instances'),
  'chats.find': is('chats'),
  'chats.suggestRecipient': is('chats'),
  'groups.details': (change, { chat }) => (change.kind === 'group' && change.chat === chat) || change.kind === 'people',
  'messages.window': (change, { chat }) =>
    (change.kind === 'messages' && change.chat === chat) || change.kind === 'people',
  'messages.details': (change, { message }) =>
    (change.kind === 'messages' && named(change.messages, message)) || change.kind === 'people',
  'messages.find': (change, { chat }) => change.kind === 'messages' && change.chat === chat,
  'media.state': (change, { message }) => change.kind === 'media' && change.message === message,
  'uploads.tray': (change, { chat }) => change.kind === 'uploads' && change.chat === chat,
  'uploads.progress': (change, { message }) => change.kind === 'media' && change.message === message,
  'outgoing.list': (change, { filter }) =>
    (change.kind === 'messages' && inScope(filter.scope, change.instance)) || change.kind === 'people',
  'outgoing.summary': messagesIn(({ filter }) => filter.scope),
  'outgoing.indexOf': messagesIn(({ filter }) => filter.scope),
  'journal.list': journalIn(({ scope }) => scope),
  'journal.kinds': journalIn(({ scope }) => scope),
  'journal.details': is('journal'),
  'journal.ofMessage': is('journal'),
  'journal.health': journalIn(({ scope }) => scope),
  'programs.list': is('programs', 'settings'),
  'programs.pairing': is('programs'),
  'programs.waiting': is('programs', 'messages', 'instances', 'settings'),
  'programs.details': is('programs', 'settings'),
  'programs.unread': is('programs'),
  'proposals.list': (change, { scope }) =>
    change.kind === 'settings' || change.kind === 'proposals' || isOfChats(change, scope),
  'proposals.shown': (change, { chat }) =>
    change.kind === 'proposals' || change.kind === 'people' || (change.kind === 'messages' && change.chat === chat),
  'requests.list': is('requests'),
  'requests.details': () => false,
  'requests.ofMessage': is('requests'),
  'requests.messages': is('messages'),
  'requests.attempts': is('requests'),
  'requests.errors': is('requests'),
  'requests.limits': is('requests'),
  'requests.waits': is('requests'),
  'requests.summary': is('requests'),
  'requests.kinds': is('requests'),
  'requests.polling': is('requests'),
  // A search is not refreshed: hits must not move under the pointer.
  'search.messages': () => false,
  'search.chats': () => false,
  'search.notes': () => false,
}

/** Whether a change makes the query `[name, input]` stale. Never true for keys that are no contract query. */
export function isInvalidatedBy(change: ChangeEvent, key: readonly unknown[]): boolean {
  const [name, input] = key
  if (typeof name !== 'string' || !Object.hasOwn(rules, name)) return false
  // The key was made by queryKey(), which ties the name to its input.
  return (rules[name as QueryName] as Test<QueryName>)(change, input as Input<QueryName>)
}
