import { useEffect, useRef, useState } from 'react'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, Input, MessageKey, SendAt } from '../../../contract/index.ts'
import { useClient, pipeOpens } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import type { DraftSaver } from './draft/draft-saver.ts'
import type { Draft } from './draft/draft-store.ts'
import { choicesOf, quoteKey, sendIdOf } from './draft/draft-store.ts'
import type { Answered } from './guard-dialog.tsx'
import { followsSent, restAfter } from './sending-state.ts'
import { withoutBom } from './text-limits.ts'

export interface SubmitOptions {
  readonly chat: ChatKey
  readonly text: string
  readonly files: Input<'messages.sendFiles'>['files']
  readonly noPreview: boolean
  readonly maySend: boolean
  readonly isPaused: boolean
  readonly draftNow: () => Draft
  readonly setDraft: (draft: Partial<Draft>) => void
  readonly saver: DraftSaver
  readonly focusField: () => void
  readonly onUploadsSent: (uploads: readonly string[]) => void
  readonly onSent: (message: MessageKey) => void
}

export interface Submit {
  /** Why it could not be sent; a text that is changed forgets it. */
  readonly error: ContractError | null
  readonly forgetError: () => void
  /** What was answered to this chat while the draft was written: asked once, not at each Enter. */
  readonly answered: { readonly by: Answered; readonly sendAt: SendAt | undefined } | null
  readonly closeAnswered: () => void
  /** The draft is another one: what colleagues answer is asked about anew. */
  readonly beginAnew: () => void
  /** What was sent is on its way to core, or waits for the pipe. */
  readonly isGoing: boolean
  /** Sends what is written, at once or at a time. Why it got no time comes back to where that was chosen. */
  readonly submit: (sendAt?: SendAt) => Promise<ContractError | null>
}

/**
 * Sends what stands in a composer exactly once, over a pipe that breaks as well, and leaves in it what was not sent.
 */
export function useSubmit({
  chat,
  text,
  files,
  noPreview,
  maySend,
  isPaused,
  draftNow,
  setDraft,
  saver,
  focusField,
  onUploadsSent,
  onSent,
}: SubmitOptions): Submit {
  const client = useClient()
  const [error, setError] = useState<ContractError | null>(null)
  const [isGoing, setIsGoing] = useState(false)
  /** What was written when Enter was pressed while the message before was on its way to core: it follows that one. */
  const pressedWith = useRef<string | null>(null)
  /** The text that was sent last. */
  const sentLast = useRef('')
  const [answered, setAnswered] = useState<Submit['answered']>(null)
  const isGuarded = useRef(false)
  const [send] = useContractCommand('messages.send', { errors: 'return' })
  const [sendFiles] = useContractCommand('messages.sendFiles', { errors: 'return' })

  const submit = async (sendAt?: SendAt): Promise<ContractError | null> => {
    if (isGoing && sendAt === undefined) pressedWith.current = text
    if (!maySend || isGoing)
      return sendAt === undefined ? null : new ContractError(isPaused ? 'instancePaused' : 'changedMeanwhile')
    setIsGoing(true)
    try {
      return await sendWritten(sendAt)
    } finally {
      setDraft({ isGoing: false, isDraftStored: draftNow().isDraftStored })
      setIsGoing(false)
    }
  }
  useEffect(() => {
    const wanted = pressedWith.current
    if (isGoing || wanted === null) return
    pressedWith.current = null
    if (error === null && followsSent(sentLast.current, wanted, text)) void submit()
    // What was pressed waits for the end of the message before it, and for nothing else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGoing])

  const sendWritten = async (sendAt?: SendAt): Promise<ContractError | null> => {
    const sent = text
    sentLast.current = sent
    const quoted = quoteKey(draftNow())
    const uploads = files.map(({ upload }) => upload)
    const named = uploads.join(' ')
    // A save that comes after the message would bring its text back as a draft.
    saver.forget(chat)
    const sendId = sendIdOf(draftNow(), sent, named) ?? crypto.randomUUID()
    setDraft({ lastSubmission: { id: sendId, text: sent, quote: quoted, uploads: named }, isGoing: true })
    // Core knows the text and its send before the send itself: a page that is loaded anew in between finds both.
    const choices = choicesOf(draftNow())
    client.call('chats.saveDraft', { chat, text: sent, quote: quoted, sendId, ...choices }).catch(() => undefined)
    const { quickReply } = draftNow()
    const toText = {
      chat: chat,
      text: withoutBom(sent),
      quote: quoted,
      sendId,
      ...(quickReply === null ? {} : { quickReply }),
      ...(isGuarded.current ? { answeredToo: true } : {}),
    }
    const tell = async () => {
      if (files.length > 0) return sendFiles({ ...toText, files })
      const one = await send({ ...toText, ...(noPreview ? { linkPreview: false } : {}), ...(sendAt ? { sendAt } : {}) })
      return one.ok ? { ok: true as const, value: { messages: [one.value.message] } } : one
    }
    let result = await tell()
    while (!result.ok && result.error.code === 'disconnected') {
      setError(result.error)
      if (!(await pipeOpens(client))) break
      // A text that is being changed meanwhile goes when its writer sends it.
      if (draftNow().text !== sent || quoteKey(draftNow()) !== quoted) return sendAt ? result.error : null
      // Nobody knows whether the message arrived; told again under the same name it is one message.
      result = await tell()
    }
    if (!result.ok) {
      saver.change(chat, draftNow().text)
      if (result.error.code === 'answeredMeanwhile') {
        isGuarded.current = true
        // Another Enter meanwhile knew nothing of it.
        pressedWith.current = null
        setAnswered({ by: answeredBy(result.error.data.details), sendAt })
        return null
      }
      if (sendAt) return result.error
      setError(result.error)
      focusField()
      return null
    }
    onUploadsSent(uploads)
    // Core cleared the draft with the message; what was typed meanwhile is a new one.
    const rest = restAfter(sent, draftNow().text)
    const nextQuote = quoteKey(draftNow()) === quoted ? null : draftNow().quote
    // One that was chosen meanwhile belongs to what is left.
    const nextReply = rest === '' || draftNow().quickReply === quickReply ? null : draftNow().quickReply
    const isDraftStored = rest === '' && nextQuote === null
    setDraft({
      text: rest,
      quote: nextQuote,
      lastSubmission: null,
      noPreview: false,
      quickReply: nextReply,
      isDraftStored,
    })
    setError(null)
    isGuarded.current = false
    if (!isDraftStored) saver.change(chat, rest)
    focusField()
    const newest = result.value.messages.at(-1)
    if (newest !== undefined) onSent(newest)
    return null
  }
  return {
    error,
    forgetError: () => setError(null),
    answered,
    closeAnswered: () => setAnswered(null),
    beginAnew: () => {
      isGuarded.current = false
    },
    isGoing,
    submit,
  }
}

function answeredBy(details: Readonly<Record<string, unknown>> = {}): Answered {
  const { name, text, at, sent } = details
  return {
    name: typeof name === 'string' ? name : '',
    text: typeof text === 'string' ? text : '',
    at: typeof at === 'number' ? at : Date.now(),
    sent: sent !== 'no',
  }
}
