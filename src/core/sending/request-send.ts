import type { CallInfo, CallOptions, CallResult } from '../../api/call.ts'
import type { SendResult as ServiceSendResult } from '../../api/schema/results.ts'
import { sendOutcome } from '../../api/answers/send-outcome.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Logger } from '../base/ports.ts'
import type { ServedFile, WindowOriginSources } from '../hosting/window-origin.ts'
import { fileUpload } from '../uploads/file-upload.ts'
import { retryPolicy, uploadTimeoutMs } from './rules/retry-policy.ts'
import { sendResult, type SendResult } from './send-result.ts'
import type { DueSend } from './tx/take-due.ts'

interface RequestPorts {
  readonly logger: Logger
  /** A file among the media; undefined: it is there no more. */
  readonly openMedia: WindowOriginSources['openMedia']
}

/** Makes the one request of an attempt, and reports to the connection what it showed. Never rejects. */
export async function requestSend(
  run: InstanceRun,
  send: DueSend,
  options: CallOptions,
  { openMedia, logger }: RequestPorts,
): Promise<SendResult> {
  let file: ServedFile | undefined
  try {
    if (send.request.operation === 'sendFileByUpload') {
      file = await openMedia(send.request.file.ref)
      if (file === undefined) return { kind: 'rejected', reason: 'fileGone', text: '' }
    }
  } catch (error) {
    logger.warn({ instance: run.key, error: String(error) }, 'a file that is to be sent is out of reach')
    return { kind: 'retryable', why: 'stopped', waitMs: retryPolicy.store }
  }
  try {
    const outcome = sendOutcome(await ask(run, send, options, file))
    run.instance.connection.report(
      outcome.kind === 'accepted' ? { kind: 'answered' } : { kind: 'failed', error: outcome.error, by: 'other' },
    )
    return sendResult(outcome, send.attempt)
  } catch (error) {
    // The request may have been made: the store can also refuse the outcome.
    logger.error({ instance: run.key, error: String(error) }, 'what became of a send is not known')
    return { kind: 'uncertain', text: '' }
  }
}

/**
 * Calls the operation with its input; `file`: the body of sendFileByUpload. A missing operation is not called, and
 * nothing is sent.
 */
async function ask(
  { api, optional }: InstanceRun,
  { chatId, request }: DueSend,
  options: CallOptions,
  file: ServedFile | undefined,
): Promise<CallResult<ServiceSendResult>> {
  const { operation } = request
  const answer = await (async () => {
    switch (operation) {
      case 'sendMessage':
        return api.call(operation, { chatId, ...request.input }, options)
      case 'sendLocation':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'sendContact':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'sendPoll':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'sendTemplate':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'forwardMessages':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'sendFileByUrl':
        return optional.ask(operation, { chatId, ...request.input }, options)
      case 'sendFileByUpload': {
        const { bytes } = request.file
        const input = { chatId, ...request.input, file: fileUpload(file?.path ?? '', bytes) }
        return optional.ask(operation, input, { ...options, timeoutMs: uploadTimeoutMs(bytes) })
      }
    }
  })()
  if (answer !== 'absent') return answer
  return {
    ok: false,
    error: { operation, kind: 'operationMissing', status: 404, text: '' },
    info: nothingAsked,
  }
}

const nothingAsked: CallInfo = { attempts: 0, limiterWaitMs: 0, answerMs: 0, totalMs: 0, bytesIn: 0, bytesOut: 0 }
