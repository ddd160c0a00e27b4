import { useEffect, useReducer, type RefObject } from 'react'
import { ContractError } from '../../../contract/errors.ts'
import type { LinkPreviewChoice } from '../../../contract/link-preview.ts'
import type { ChatDetails, Input, MessageKey, SendAt } from '../../../contract/index.ts'
import { restAfter } from '../../../contract/text/merge-text.ts'
import { useClient, pipeOpens } from '../../client/client-context.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { focusUnlessElsewhere } from '../../lib/keys/return-focus.ts'
import { currentRoute, goTo } from '../../lib/routing/route.ts'
import { useTranslations } from '../../lib/translations.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import type { DraftSaver } from './draft/draft-saver.ts'
import type { ChatDraft } from './draft/use-draft.ts'
import { quoteKey, sendIdOf, withoutSent, type Draft } from './draft/draft-store.ts'
import type { Answered } from './guard-dialog.tsx'
import { followsSent } from './sending-state.ts'
import { nextSubmission, noSubmission, type Submission, type SubmissionEvent } from './submission.ts'
import { sentText } from './text-limits.ts'

export interface SubmitOptions {
  readonly details: Pick<ChatDetails, 'key' | 'title'>
  readonly text: string
  readonly files: Input<'messages.sendFiles'>['files']
  readonly linkPreview: LinkPreviewChoice
  readonly maySend: boolean
  readonly isPaused: boolean
  readonly draftNow: () => Draft
  readonly setDraft: (draft: Partial<Draft>) => void
  readonly saver: DraftSaver
  readonly saveNow: ChatDraft['saveNow']
  readonly field: RefObject<HTMLElement | null>
  /** The field and its buttons. */
  readonly area: RefObject<HTMLElement | null>
  /** Returns what was typed into captions since. */
  readonly onUploadsSent: (files: Input<'messages.sendFiles'>['files']) => string
  readonly onSent: (messages: readonly MessageKey[], isScheduled: boolean) => void
}

export interface Submit {
  readonly submission: Submission
  /** Changes of the draft by the person. */
  readonly happen: (event: Extract<SubmissionEvent, { kind: 'typed' | 'emptied' | 'dialogClosed' }>) => void
  /**
   * Sends the draft, now or at a time. An error of the time is returned to the dialog. While the person is asked about
   * an answer of somebody else, it sends what is confirmed alone: Enter may come before the question is drawn.
   */
  readonly submit: (sendAt?: SendAt, isConfirmed?: boolean) => Promise<ContractError | null>
}

/** Submits the composer's content exactly once, even if the connection breaks, and leaves in it what was not sent. */
export function useSubmit({
  details: { key: chat, title },
  text,
  files,
  linkPreview,
  maySend,
  isPaused,
  draftNow,
  setDraft,
  saver,
  saveNow,
  field,
  area,
  onUploadsSent,
  onSent,
}: SubmitOptions): Submit {
  const client = useClient()
  const [submission, happen] = useReducer(nextSubmission, noSubmission)
  const t = useTranslations()
  const isShown = useIsShown()
  const isGoing = submission.kind === 'going'
  const [send] = useContractCommand('messages.send', { errors: 'ignore' })
  const [sendFiles] = useContractCommand('messages.sendFiles', { errors: 'ignore' })

  const submit = async (sendAt?: SendAt, isConfirmed = false): Promise<ContractError | null> => {
    if (submission.kind === 'idle' && submission.answered !== null && !isConfirmed) return null
    if (isGoing && sendAt === undefined) happen({ kind: 'pressedAgain', text })
    if (!maySend || isGoing)
      return sendAt === undefined ? null : new ContractError(isPaused ? 'instancePaused' : 'changedMeanwhile')
    happen({ kind: 'began', text })
    try {
      return await sendWritten(sendAt)
    } finally {
      setDraft({ isGoing: false, isDraftStored: draftNow().isDraftStored })
      happen({ kind: 'ended' })
    }
  }
  useEffect(() => {
    if (submission.kind === 'going' || submission.follow === null || submission.error !== null) return
    const { sent, pressedWith } = submission.follow
    if (followsSent(sent, pressedWith, text)) void submit()
    // A pressed Enter waits for the end of the message before it, and for nothing else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGoing])

  /** The draft stays, and its chat or a toast says why. */
  const refused = (error: ContractError, sendAt?: SendAt): ContractError | null => {
    saver.change(chat, draftNow().text)
    if (!isShown.current) {
      // The person is in another chat: the text waits in this one, and nothing else would say so.
      showToast('composer.notSentTo', {
        tone: 'bad',
        values: { title: title.slice(0, 80), reason: errorText(t, error.data) },
        action: {
          wording: { id: 'ui.show' },
          run: () => goTo({ view: 'chats', scope: currentRoute().scope, chat }),
        },
      })
      return null
    }
    if (error.code === 'answeredMeanwhile') {
      happen({ kind: 'answeredMeanwhile', by: answeredBy(error.data.details), sendAt })
      return null
    }
    if (sendAt) return error
    happen({ kind: 'refused', error })
    focusUnlessElsewhere(area.current, field.current)
    return null
  }

  const sendWritten = async (sendAt?: SendAt): Promise<ContractError | null> => {
    const uploads = files.map(({ upload }) => upload)
    const named = uploads.join(' ')
    // A save after the message would restore its text as a draft.
    saver.forget(chat)
    let sent = text
    const { lastSubmission: unanswered } = draftNow()
    if (unanswered !== null && sendIdOf(draftNow(), text, named) === undefined) {
      // Its message may have arrived with the beginning of this text: only core knows.
      const error = await saveNow(text).then(
        () => null,
        (thrown: unknown) => (thrown instanceof ContractError ? thrown : new ContractError('internal')),
      )
      if (error !== null) return refused(error, sendAt)
      if (draftNow().lastSubmission?.id !== unanswered.id) sent = restAfter(unanswered.text, text)
      // All of it went.
      if (sent.trim() === '' && files.length === 0) return null
    }
    const submitted = { ...draftNow(), text: sent }
    const quoted = quoteKey(submitted)
    const sendId = sendIdOf(draftNow(), sent, named) ?? crypto.randomUUID()
    setDraft({ lastSubmission: { id: sendId, text: sent, quote: quoted, uploads: named }, isGoing: true })
    const { quickReply } = submitted
    const toText = {
      chat: chat,
      text: sentText(sent),
      quote: quoted,
      sendId,
      ...(quickReply === null ? {} : { quickReply }),
      ...(submission.isGuarded ? { answeredToo: true } : {}),
    }
    const submit = async () => {
      // The text and its key are saved before the submission: a page reloaded in between finds both, and what came into
      // core's draft meanwhile, which goes with the submission, comes here.
      void saveNow(sent).then(
        (next) => next !== null && saver.change(chat, next),
        () => undefined,
      )
      if (files.length > 0) return sendFiles({ ...toText, files, ...(sendAt ? { sendAt } : {}) })
      const one = await send({
        ...toText,
        ...(linkPreview === true ? {} : { linkPreview }),
        ...(sendAt ? { sendAt } : {}),
      })
      return one.ok ? { ok: true as const, value: { messages: [one.value.message] } } : one
    }
    let result = await submit()
    while (!result.ok && result.error.code === 'disconnected') {
      happen({ kind: 'disconnected', error: result.error })
      if (!(await pipeOpens(client))) break
      // If the text was changed meanwhile, the person submits it.
      if (draftNow().text !== sent || quoteKey(draftNow()) !== quoted) return sendAt ? result.error : null
      // Whether the message arrived is unknown; resubmitted with the same key it is one message.
      result = await submit()
    }
    if (!result.ok) return refused(result.error, sendAt)
    const captions = onUploadsSent(files)
    const now = draftNow()
    // A save that was answered before has taken it out already.
    const left = now.lastSubmission?.id === sendId ? withoutSent(now, submitted) : now
    const rest = [left.text, captions].filter((text) => text !== '').join('\n')
    const isDraftStored = rest === '' && left.quote === null
    setDraft({ ...left, text: rest, isDraftStored })
    happen({ kind: 'sent' })
    if (!isDraftStored) saver.change(chat, rest)
    // After the choice of a time its dialog gives the focus back.
    if (sendAt === undefined) focusUnlessElsewhere(area.current, field.current)
    onSent(result.value.messages, sendAt !== undefined)
    return null
  }
  return {
    submission,
    happen,
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
