import { fail, invalid, type Call, type Handler } from '../call.ts'
import { readForm, readPicture } from '../read-form.ts'
import { json, text } from '../reply.ts'
import type { LoginStep } from '../../world/login.ts'

const phoneOf = (call: Call): string | undefined => {
  const { phoneNumber } = call.input
  return typeof phoneNumber === 'number' && Number.isSafeInteger(phoneNumber) ? String(phoneNumber) : undefined
}

const step = (outcome: LoginStep) =>
  json({
    status: outcome.done,
    data: outcome.done ? { status: 'success', reason: '' } : { status: 'fail', reason: outcome.reason },
  })

const textOf = (call: Call, name: string): string => {
  const value = call.input[name]
  return typeof value === 'string' ? value : ''
}

export const qr: Handler = ({ instance }) => json(instance.login.qr())

export const getAuthorizationCode: Handler = (call) => {
  if (phoneOf(call) === undefined) return invalid(call, "'phoneNumber' must be a number")
  if (call.instance.state === 'authorized') return json({ status: false, code: '' })
  return json({ status: true, code: call.instance.login.codeForPhone() })
}

export const startAuthorization: Handler = (call) => {
  const phone = phoneOf(call)
  return phone === undefined ? invalid(call, "'phoneNumber' must be a number") : step(call.instance.login.start(phone))
}

export const sendAuthorizationCode: Handler = (call) =>
  step(call.instance.login.code(textOf(call, 'code'), textOf(call, 'password')))

export const sendAuthorizationPassword: Handler = (call) => step(call.instance.login.password(textOf(call, 'password')))

export const logout: Handler = ({ instance }) => {
  instance.logOut()
  return json({ isLogout: true })
}

export const reboot: Handler = ({ instance }) => {
  instance.reboot()
  return json({ isReboot: true })
}

/** A refusal is a 200, too; the reply is the only copy of the new token (service 11.7.2). */
export const updateApiToken: Handler = ({ instance }) =>
  instance.behaviour.tokenChange === 'refused'
    ? json({ code: 401, description: 'Unauthorized' })
    : json({ apiTokenInstance: instance.changeToken(instance.behaviour.tokenChange) })

const pictureAgainMs = 10_000

export const setProfilePicture: Handler = async (call) => {
  const { instance } = call
  const picture = await readPicture(await readForm(call))
  if ('refused' in picture) return text(picture.refused, 400)
  if (instance.state !== 'authorized') return fail(call, 400, 'instance is starting or not authorized')
  if (instance.now() - instance.pictureSetAt < pictureAgainMs)
    return json({ setProfilePicture: false, urlAvatar: null, reason: 'rate-overlimit' })
  instance.pictureSetAt = instance.now()
  instance.avatar = instance.files.storePicture(picture.bytes)
  return json({ setProfilePicture: true, urlAvatar: instance.files.url(instance.avatar.mediaId), reason: null })
}
