import type { ServiceAnswer } from '../core/programs/desk/program-operations.ts'
import { ProgramError } from '../core/programs/identity/rules/program-error.ts'
import type { InstanceKey } from '../contract/ids.ts'
import { explainProblem, statusOfProblem } from '../public-api/problems.ts'
import { answer, answerJson, type AdmittedCall } from './call.ts'
import { hasContent, readJsonBody } from './read-body.ts'

/**
 * Methods that only a person may use, in lower case: a program gets an error that says so. Other names are unknown, as
 * at the service.
 */
export const forbiddenMethods: ReadonlySet<string> = new Set([
  ...['reboot', 'logout', 'qr', 'updateapitoken', 'getauthorizationcode', 'startauthorization'],
  ...['sendauthorizationcode', 'sendauthorizationpassword', 'setprofilepicture', 'clearmessagesqueue', 'readchat'],
  ...['editmessage', 'deletemessage', 'sendreaction', 'archivechat', 'unarchivechat', 'setdisappearingchat'],
  ...['creategroup', 'updategroupname', 'updategroupsettings', 'addgroupparticipant', 'removegroupparticipant'],
  ...['setgroupadmin', 'removeadmin', 'setgrouppicture', 'leavegroup', 'addcontact', 'editcontact', 'deletecontact'],
])

type Json = Readonly<Record<string, unknown>>

/** Digits in a query are a number: no read of the service takes a text of digits there. */
const ofQuery = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** Null: there is a body that is no object. Throws ProgramError where it can't be read. */
async function inputOf({ request, url }: AdmittedCall): Promise<Json | null> {
  const query = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, ofQuery(value)]))
  if (request.method !== 'POST' || !hasContent(request)) return query
  const body = await readJsonBody(request)
  if (body.kind !== 'json') throw new ProgramError(body.kind)
  return typeof body.value === 'object' && body.value !== null ? (body.value as Json) : null
}

/** Answers a method of the service that sends nothing. False: there is none of this name. */
export async function answerQueueRead(
  call: AdmittedCall,
  { idInstance, method }: { readonly idInstance: string; readonly method: string },
  instance: InstanceKey,
): Promise<boolean> {
  const own = Object.hasOwn(ownReads, method) ? ownReads[method] : undefined
  if (own !== undefined) {
    await own(call, instance, idInstance)
    return true
  }
  const input = await inputOf(call)
  if (input === null) {
    answerJson(call, 400, { message: 'Validation failed. Details: the body could not be read' })
    return true
  }
  const answered = await call.connection.readService({ idInstance, method, input }, call.signal)
  if (answered !== null) answerWith(call, answered)
  return answered !== null
}

const answerWith = (call: AdmittedCall, { status, body }: ServiceAnswer): void =>
  answer(call, status, 'application/json; charset=utf-8', body)

/** Methods that mean the program's own queue and settings, not the instance's. */
const ownReads: Readonly<
  Record<string, (call: AdmittedCall, instance: InstanceKey, idInstance: string) => Promise<void>>
> = {
  async getwebhookscount(call, instance) {
    answerJson(call, 200, { count: await call.connection.countWaiting(instance) })
  },
  async clearwebhooksqueue(call, instance) {
    const { connection } = call
    const { newest, round } = await connection.read({ after: null, instance, limit: 1 })
    await connection.acknowledge(instance, { key: newest, round })
    answerJson(call, 200, { isCleared: true, reason: '' })
  },
  /** A person decides what a program gets: nothing changes here, and what is so already counts as saved. */
  async setsettings(call, _instance, idInstance) {
    const wanted = await inputOf(call)
    if (wanted === null || Object.keys(wanted).length === 0)
      return answerJson(call, 400, { message: 'Validation failed. Details: the settings could not be read' })
    const asked = await call.connection.readService({ idInstance, method: 'getsettings', input: {} }, call.signal)
    if (asked?.status !== 200) return answerWith(call, asked ?? { status: 404, body: '{"message":"Not found"}' })
    const settings = JSON.parse(asked.body) as Json
    const other = Object.keys(wanted).find((name) => !Object.hasOwn(settings, name) || settings[name] !== wanted[name])
    if (other === undefined) return answerJson(call, 200, { saveSettings: true })
    const message = `${explainProblem('methodNotForPrograms')} It is about ${JSON.stringify(other.slice(0, 64))}.`
    answerJson(call, statusOfProblem('methodNotForPrograms'), { message, code: 'methodNotForPrograms' })
  },
}
