import { createRequire } from 'node:module'
import { GreenApiClient } from '@green-api/whatsapp-api-client-js-v2'

/** The vendor's older client, unmodified: its address is an option. */
export interface OldClient {
  readonly webhookService: {
    receiveNotification(): Promise<{ readonly receiptId: number; readonly body: object } | null>
    deleteNotification(receiptId: number): Promise<{ readonly result: boolean }>
  }
}

export const createOldClient = (base: string, idInstance: string, key: string): OldClient => {
  const { restAPI } = createRequire(import.meta.url)('@green-api/whatsapp-api-client') as {
    restAPI: (options: object) => OldClient
  }
  return restAPI({ idInstance, apiTokenInstance: key, host: base })
}

/** The vendor's current client, with the one line that its constant address needs. */
export const createCurrentClient = (base: string, idInstance: string, key: string): GreenApiClient => {
  const client = new GreenApiClient({ idInstance: Number(idInstance), apiTokenInstance: key })
  const axios = Reflect.get(client, 'client') as { defaults: { baseURL: string } }
  axios.defaults.baseURL = `${base}/waInstance${idInstance}`
  const silent = (): void => undefined
  Reflect.set(client, 'logger', { info: silent, debug: silent, warn: silent, error: silent, logErrorResponse: silent })
  return client
}
