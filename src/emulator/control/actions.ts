import type { Emulator } from '../create-emulator.ts'
import type { EffectPattern, LoggedEffect, UntilOptions } from '../effects.ts'
import type { FaultRule, FaultRuleState } from '../http/faults.ts'
import type { RecordedFilter, RecordedRequest } from '../http/recorder.ts'
import type { Violation } from '../http/conduct.ts'
import type { Snapshot } from '../snapshot.ts'
import type { FileOptions, SayOptions } from '../world/actor.ts'
import type { AutoStatus, Behaviour } from '../world/behaviour.ts'
import type { FileKind, LinkContent, LocationContent } from '../world/content.ts'
import type { GroupInit, Role } from '../world/group.ts'
import type { InstanceState } from '../world/account.ts'
import type { Instance, InstanceInit } from '../world/instance.ts'
import type { Message } from '../world/message.ts'
import type { Person, PersonInit } from '../world/person.ts'
import type { Phone } from '../world/phone.ts'
import type { JsonObject } from '../world/records.ts'
import type { InstanceSettings } from '../world/settings.ts'

interface OnInstance {
  readonly idInstance: string
}

/** The actor: a person by number, or the account's own phone. */
interface By extends OnInstance {
  readonly by: { readonly person: string } | 'phone'
}

interface OnMessage extends OnInstance {
  readonly idMessage: string
}

/** SayOptions over the wire: the chat and the quoted message by their ids. */
export interface SayInput extends Omit<SayOptions, 'to' | 'quotes'> {
  readonly to?: string
  readonly quotes?: string
}

/** Whose picture: a chat id, or `me` for the account itself. */
type AvatarInput = OnInstance & {
  readonly of: string
  readonly avatar:
    | { readonly kind: 'absent' | 'hidden' }
    | { readonly kind: 'set'; readonly mediaId?: string; readonly base64?: string; readonly mimeType?: string }
    | { readonly kind: 'elsewhere'; readonly url: string }
}

interface MessageRef {
  readonly idMessage: string
  readonly chatId: string
}

const actor = (emulator: Emulator, input: By): Person | Phone => {
  const instance = emulator.world.instance(input.idInstance)
  return input.by === 'phone' ? instance.phone : instance.person(input.by.person)
}

const messageOf = (emulator: Emulator, input: OnMessage): Message => {
  const message = emulator.world.instance(input.idInstance).message(input.idMessage)
  if (!message) throw new Error(`Instance ${input.idInstance} has no message ${input.idMessage}.`)
  return message
}

const say = (emulator: Emulator, idInstance: string, input: SayInput): SayOptions => {
  const { quotes, ...rest } = input
  return quotes === undefined ? rest : { ...rest, quotes: messageOf(emulator, { idInstance, idMessage: quotes }) }
}

const ref = (message: Message): MessageRef => ({ idMessage: message.id, chatId: message.chat.id })

export const describeInstance = (emulator: Emulator, instance: Instance) => ({
  idInstance: instance.idInstance,
  token: instance.token,
  name: instance.name,
  family: instance.family,
  baseUrl: emulator.baseUrl(instance),
  wid: instance.wid,
})

/** An instance as the control endpoint and the CLI describe it. */
export type InstanceDescription = ReturnType<typeof describeInstance>

const sendFile = (who: Person | Phone, as: FileKind, options: FileOptions): Message => {
  switch (as) {
    case 'image':
      return who.sendsImage(options)
    case 'video':
      return who.sendsVideo(options)
    case 'document':
      return who.sendsDocument(options)
    case 'audio':
      return who.sendsAudio(options)
    case 'sticker':
      return who.sendsSticker(options)
  }
}

/** Everything that another process can do to the world, by name: POST /control/<name> with the input as JSON. */
export const createActions = (emulator: Emulator) => {
  const { world } = emulator
  const at = (input: OnInstance): Instance => world.instance(input.idInstance)
  const sayAt = (input: OnInstance & { readonly options?: SayInput }): SayOptions =>
    say(emulator, input.idInstance, input.options ?? {})

  return {
    'instance.add': (input: InstanceInit): InstanceDescription =>
      describeInstance(emulator, emulator.addInstance(input)),
    'instance.list': (_input: object): readonly InstanceDescription[] =>
      world.instances().map((instance) => describeInstance(emulator, instance)),
    'instance.remove': (input: OnInstance): boolean => world.remove(input.idInstance),
    'instance.becomes': (input: OnInstance & { readonly state: InstanceState; readonly notify?: boolean }): void =>
      at(input).becomes(input.state, input),
    'instance.set': (input: OnInstance & { readonly settings: Partial<InstanceSettings> }): void => {
      at(input).set(input.settings)
    },
    'instance.behave': (input: OnInstance & { readonly behaviour: Partial<Behaviour> }): void => {
      at(input).behave(input.behaviour)
    },
    /** Any kind of notification: quotaExceeded, deviceInfo, incomingCall, or an unknown kind. */
    'instance.notify': (input: OnInstance & { readonly typeWebhook: string; readonly body?: JsonObject }): void =>
      at(input).notify(input.typeWebhook, input.body ?? {}),
    /** Any value at all as the body of a notification; returns its receiptId. */
    'instance.notifyRaw': (input: OnInstance & { readonly body: unknown }): number => at(input).notifyRaw(input.body),

    /** The person points the phone's camera at the QR code. */
    'phone.scans': (input: OnInstance): void => at(input).login.scan(),
    /** The person types the code of getAuthorizationCode into the phone. */
    'phone.typesCode': (input: OnInstance & { readonly code: string }): void => at(input).login.typeIn(input.code),
    /** Another program puts a message into the outgoing queue. */
    'queue.push': (input: OnInstance & { readonly chatId: string; readonly text: string }): { readonly id: string } => {
      const chat = at(input).chatOf(input.chatId)
      return { id: at(input).apiSends.accept(chat, input.text).answeredId }
    },

    'person.add': (input: OnInstance & { readonly phone: string } & PersonInit): { readonly chatId: string } => {
      const { idInstance: _id, phone, ...init } = input
      return { chatId: at(input).person(phone, init).chatId }
    },
    'person.reads': (input: OnInstance & { readonly person: string; readonly idMessage?: string }): void => {
      const person = at(input).person(input.person)
      if (input.idMessage === undefined) person.reads()
      else person.reads(messageOf(emulator, { idInstance: input.idInstance, idMessage: input.idMessage }))
    },
    'group.add': (
      input: OnInstance & { readonly groupId?: string; readonly roles?: Readonly<Record<string, Role>> } & GroupInit,
    ): { readonly groupId: string } => {
      const { idInstance: _id, groupId, roles, ...init } = input
      const group = at(input).group(groupId, init)
      for (const [account, role] of Object.entries(roles ?? {})) group.add(account, role)
      return { groupId: group.id }
    },
    'group.remove': (input: OnInstance & { readonly groupId: string; readonly accountId: string }): void => {
      at(input).group(input.groupId).remove(input.accountId)
    },
    'avatar.set': (input: AvatarInput): void => {
      const instance = at(input)
      const holder = input.of === 'me' ? instance : instance.peer(input.of)
      if (!holder) throw new Error(`Nobody has the chat id ${input.of}.`)
      const { avatar } = input
      if (avatar.kind !== 'set') {
        holder.avatar = avatar
        return
      }
      const bytes = avatar.base64 === undefined ? undefined : Buffer.from(avatar.base64, 'base64')
      const mediaId = bytes
        ? emulator.media.add({ fileName: 'avatar', mimeType: avatar.mimeType ?? 'image/png', bytes })
        : (avatar.mediaId ?? 'sample-image')
      holder.avatar = { kind: 'set', mediaId }
    },

    says: (input: By & { readonly text: string; readonly options?: SayInput }): MessageRef =>
      ref(actor(emulator, input).says(input.text, sayAt(input))),
    sendsFile: (
      input: By & {
        readonly as: FileKind
        readonly options?: SayInput
        readonly file?: Omit<FileOptions, keyof SayOptions | 'bytes'> & { readonly base64?: string }
      },
    ): MessageRef => {
      const { base64, ...file } = input.file ?? {}
      const bytes = base64 === undefined ? {} : { bytes: Buffer.from(base64, 'base64') }
      return ref(sendFile(actor(emulator, input), input.as, { ...sayAt(input), ...file, ...bytes }))
    },
    sendsLink: (
      input: By & {
        readonly link: Partial<Omit<LinkContent, 'kind'>> & { readonly text: string }
        readonly options?: SayInput
      },
    ): MessageRef => ref(actor(emulator, input).sendsLink(input.link, sayAt(input))),
    sendsLocation: (
      input: By & { readonly place: Partial<Omit<LocationContent, 'kind'>>; readonly options?: SayInput },
    ): MessageRef => ref(actor(emulator, input).sendsLocation(input.place, sayAt(input))),
    sendsContact: (
      input: By & { readonly displayName: string; readonly vcard: string; readonly options?: SayInput },
    ): MessageRef => ref(actor(emulator, input).sendsContact(input, sayAt(input))),
    sendsContacts: (
      input: By & {
        readonly contacts: readonly { readonly displayName: string; readonly vcard: string }[]
        readonly options?: SayInput
      },
    ): MessageRef => ref(actor(emulator, input).sendsContacts(input.contacts, sayAt(input))),
    asksPoll: (
      input: By & {
        readonly name: string
        readonly choices: readonly string[]
        readonly multipleAnswers?: boolean
        readonly options?: SayInput
      },
    ): MessageRef =>
      ref(
        actor(emulator, input).asksPoll(input.name, input.choices, {
          ...sayAt(input),
          multipleAnswers: input.multipleAnswers ?? false,
        }),
      ),
    sendsUnsupported: (
      input: By & { readonly typeMessage: string; readonly data?: JsonObject; readonly options?: SayInput },
    ): MessageRef => ref(actor(emulator, input).sendsUnsupported(input.typeMessage, input.data ?? {}, sayAt(input))),
    reacts: (input: By & OnMessage & { readonly emoji: string; readonly options?: SayInput }): MessageRef =>
      ref(actor(emulator, input).reacts(messageOf(emulator, input), input.emoji, sayAt(input))),
    votes: (input: By & OnMessage & { readonly choices: readonly string[]; readonly notify?: boolean }): MessageRef =>
      ref(actor(emulator, input).votes(messageOf(emulator, input), input.choices, input)),
    edits: (input: By & OnMessage & { readonly text: string; readonly notify?: boolean }): MessageRef =>
      ref(actor(emulator, input).edits(messageOf(emulator, input), input.text, input)),
    deletes: (input: By & OnMessage & { readonly notify?: boolean }): MessageRef =>
      ref(actor(emulator, input).deletes(messageOf(emulator, input), input)),

    'message.becomes': (
      input: OnMessage & { readonly status: string; readonly notify?: boolean; readonly description?: string },
    ): void => messageOf(emulator, input).becomes(input.status, input),
    /** The message's file answers 404 from now on. */
    'message.expireFile': (input: OnMessage): void => {
      const { content } = messageOf(emulator, input)
      if (content.kind === 'file') emulator.media.expire(content.mediaId)
    },
    'chat.autoStatus': (
      input: OnInstance & { readonly chatId: string; readonly autoStatus: AutoStatus | null },
    ): void => {
      at(input).chat(input.chatId).autoStatus = input.autoStatus ?? undefined
    },
    /** A history record returned unchanged, before all others. */
    'chat.addRawRecord': (input: OnInstance & { readonly chatId: string; readonly record: unknown }): void => {
      at(input).chat(input.chatId).rawRecords.unshift(input.record)
    },

    /** Number of queued notifications, and the receiptId of the oldest. Takes constant time. */
    'queue.state': (input: OnInstance): { readonly length: number; readonly head: number | null } => {
      const queue = at(input).notifications
      return { length: queue.size, head: queue.head()?.receiptId ?? null }
    },
    /** Another program takes the head of the queue and deletes it; null when the queue is empty. */
    'queue.steal': (input: OnInstance): { readonly receiptId: number; readonly body: unknown } | null => {
      const queue = at(input).notifications
      const head = queue.head()
      if (!head) return null
      queue.delete(head.receiptId)
      return { receiptId: head.receiptId, body: head.body }
    },
    'queue.redeliver': (input: OnInstance): number | null => at(input).notifications.redeliverHead()?.receiptId ?? null,
    'queue.duplicate': (input: OnInstance): number | null => {
      const queue = at(input).notifications
      const head = queue.head()
      return head ? queue.push(head.body).receiptId : null
    },

    'fault.add': (input: FaultRule): number => emulator.faults.add(input),
    'fault.remove': (input: { readonly id: number }): boolean => emulator.faults.remove(input.id),
    'fault.clear': (_input: object): void => emulator.faults.clear(),
    'fault.list': (_input: object): readonly FaultRuleState[] => emulator.faults.list(),

    'clock.now': (_input: object): number => emulator.clock.now(),
    'clock.advance': (input: { readonly ms: number }): number => {
      emulator.clock.advance(input.ms)
      return emulator.clock.now()
    },
    'clock.mode': (input: { readonly mode: 'real' | 'manual' }): void => emulator.clock.setMode(input.mode),

    snapshot: (_input: object): Snapshot => emulator.snapshot(),
    requests: (input: RecordedFilter): readonly RecordedRequest[] => emulator.recorder.list(input),
    'requests.clear': (_input: object): void => emulator.recorder.clear(),
    violations: (_input: object): readonly Violation[] => emulator.violations(),
    'violations.clear': (_input: object): void => emulator.clearViolations(),
    'effects.mark': (_input: object): number => emulator.effects.mark(),
    until: (input: { readonly effect: EffectPattern } & UntilOptions): Promise<LoggedEffect> =>
      emulator.until(input.effect, input),
    'media.add': (input: { readonly base64: string; readonly fileName: string; readonly mimeType: string }): string =>
      emulator.media.add({ ...input, bytes: Buffer.from(input.base64, 'base64') }),
    'media.expire': (input: { readonly mediaId: string }): void => emulator.media.expire(input.mediaId),
  }
}

/** Inputs and results of the control endpoint's actions. */
type Actions = ReturnType<typeof createActions>
export type ActionName = keyof Actions
export type ActionInput<Name extends ActionName> = Parameters<Actions[Name]>[0]
export type ActionResult<Name extends ActionName> = Awaited<ReturnType<Actions[Name]>>
