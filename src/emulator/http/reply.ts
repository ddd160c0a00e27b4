import type { Instance } from '../world/instance.ts'

/** An answer of the emulator. A string body is sent unchanged. */
export interface Reply {
  readonly status: number
  readonly body: string | Uint8Array
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'

export const json = (value: unknown, status = 200): Reply => ({
  status,
  body: JSON.stringify(value),
  contentType: jsonType,
})

export const text = (body: string, status = 200): Reply => ({ status, body, contentType: textType })

/** No body, although the type says JSON: the form of an empty wait and of a wrong token (service 4.7 and 10.7). */
export const nothing = (status = 200): Reply => ({ status, body: '', contentType: jsonType })

/** A gateway's page (service 10.7). */
export const html = (status: number, title: string): Reply => ({
  status,
  body: `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
  contentType: htmlType,
})

/** The error object of service 7. Its path repeats the token, as the service's does. */
export const errorObject = (status: number, message: string, path: string, nowMs: number): Reply =>
  json({ statusCode: status, timestamp: new Date(nowMs).toISOString(), path, message }, status)

/** An error in the form that the instance uses (service 7 and 10.7). */
export const refusal = (
  instance: Instance | undefined,
  status: number,
  message: string,
  path: string,
  nowMs: number,
): Reply => {
  switch (instance?.behaviour.errorBodies) {
    case 'text':
      return text(message, status)
    case 'code':
      return json({ code: status, message, status: 'error' }, status)
    case 'object':
    case undefined:
      return errorObject(status, message, path, nowMs)
  }
}
