import type { World } from '../world/world.ts'
import { html, json, type Reply } from './reply.ts'

const prefix = '/partner/'

/** Whether a path is of the partner API, which has its own token and no instance. */
export const isPartnerPath = (path: string): boolean => path.startsWith(prefix)

/** The path without its token. */
export const withoutPartnerToken = (path: string): string => path.replace(/^(\/partner\/[^/]*\/).*$/, '$1<token>')

/** Answers a request of the partner API: a failure is a 200 with a code in its body (service 11.14). */
export function partnerReply(world: World, method: string, path: string): Reply {
  const [operation = '', token = ''] = path.slice(prefix.length).split('/')
  if (operation !== 'getInstances' || method !== 'GET') return html(404, 'Not Found')
  if (world.partnerToken === '' || token !== world.partnerToken) return json({ code: 401, description: 'Unauthorized' })
  return json(
    world.instances().map((instance) => ({
      idInstance: Number(instance.idInstance),
      name: instance.name,
      typeInstance: instance.instanceData()['typeInstance'],
      typeAccount: 'partner',
      deleted: false,
      isExpired: false,
      apiTokenInstance: instance.token,
    })),
  )
}
