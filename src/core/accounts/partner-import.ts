import { familyOf } from '../../api/families.ts'
import { getPartnerInstances, type PartnerInstance } from '../../api/partner.ts'
import { ContractError, isContractError } from '../../contract/errors.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { identityColours, type PartnerRow } from '../../contract/instances.ts'
import type { AccountsBase } from './accounts-base.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { readAddress, readToken } from './read-target.ts'

/** More are no account that a person keeps at one computer; the rest is left out, and said. */
const mostInstances = 1000

interface PartnerImportDeps extends Pick<AccountsBase, 'http' | 'instances'> {
  readonly scrubber: Scrubber
  readonly add: CoreHandlers['instances.add']
}

/**
 * Adds the instances of a partner's account. The partner token is used for one request and stored nowhere; tokens of
 * the instances go to the vault and never to the window.
 */
export function createPartnerImport({
  http,
  instances,
  scrubber,
  add,
}: PartnerImportDeps): Pick<CoreHandlers, 'instances.importPartner'> {
  return {
    async 'instances.importPartner'({ apiUrl, partnerToken: typed, storeTokens }, context) {
      const { baseUrl } = readAddress(apiUrl, 'whatsapp')
      const partnerToken = readToken(typed)
      scrubber.add(partnerToken)
      const answer = await getPartnerInstances(http, { baseUrl, partnerToken, signal: context.signal })
      switch (answer.kind) {
        case 'wrongToken':
          throw new ContractError('wrongToken')
        case 'rateLimited':
          throw new ContractError('rateLimited')
        case 'refused':
          throw new ContractError('serviceRefused', { details: { text: scrubber.scrub(answer.text).slice(0, 500) } })
        case 'trouble':
          throw new ContractError('serviceTrouble')
        case 'garbled':
          throw new ContractError('serviceBroken')
        case 'unreachable':
          throw new ContractError(
            answer.reason === 'aborted' ? 'cancelled' : answer.reason === 'timeout' ? 'timeout' : 'unreachable',
          )
        case 'listed':
          break
      }
      for (const { apiTokenInstance } of answer.instances) if (apiTokenInstance) scrubber.add(apiTokenInstance)
      let colours = instances.list().length
      const addOne = async (found: PartnerInstance): Promise<PartnerRow['result']> => {
        const family = familyOf(found.typeInstance ?? 'whatsapp')
        if (found.deleted === true) return 'deleted'
        if (found.isExpired === true) return 'expired'
        if (!found.apiTokenInstance) return 'noToken'
        if (family === undefined) return 'otherKind'
        colours += 1
        try {
          await add(
            {
              apiUrl: found.apiUrl?.trim() || baseUrl,
              idInstance: found.idInstance,
              token: found.apiTokenInstance,
              family,
              name: nameOf(found),
              colour: identityColours[colours % identityColours.length] ?? 'teal',
              mode: 'full',
              storeToken: storeTokens,
            },
            context,
          )
          return 'added'
        } catch (error) {
          if (!isContractError(error)) throw error
          if (error.code === 'instanceExists') return 'here'
          // Without the vault nothing can be stored, of this one and all others.
          if (error.code === 'vaultConsentNeeded' || error.code === 'vaultLocked') throw error
          return 'refused'
        }
      }
      const rows: PartnerRow[] = []
      for (const found of answer.instances.slice(0, mostInstances)) {
        context.signal.throwIfAborted()
        rows.push({ idInstance: found.idInstance.slice(0, 64), name: nameOf(found), result: await addOne(found) })
      }
      return { rows, leftOut: answer.broken + Math.max(0, answer.instances.length - mostInstances) }
    },
  }
}

const nameOf = ({ name = '', idInstance }: PartnerInstance): string =>
  name
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 60) || idInstance.slice(0, 60)
