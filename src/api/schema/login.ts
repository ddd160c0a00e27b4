import { z } from 'zod'
import { flag, lenient, text } from './lenient.ts'

/**
 * qr (service 11.7.2): `type` is qrCode (then `message` is a PNG in base64), alreadyLogged, already_registered,
 * pending_password, passkeyRequired (also PassKeyRequire) or error (then `message` says why). Other words are kept.
 */
export const qrResult = z.looseObject({ type: text, message: lenient(text) })

/** getAuthorizationCode: the code to type into the phone. */
export const phoneCodeResult = z.looseObject({ status: lenient(flag), code: text })

/** startAuthorization and the steps after it; `done` unless the service reports a failure, with its reason. */
export const loginStepResult = z
  .looseObject({
    status: flag,
    data: lenient(z.looseObject({ status: lenient(text), reason: lenient(text) })),
  })
  .transform(({ status, data }) => ({ done: status && data?.status !== 'fail', reason: data?.reason ?? '' }))

export const rebootResult = z.looseObject({ isReboot: flag })
export const logoutResult = z.looseObject({ isLogout: flag })

/** updateApiToken: the only copy of the new token. */
export const newTokenResult = z.looseObject({ apiTokenInstance: z.string().regex(/^[^]/) })
