import { ContractError } from '../../contract/errors.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { AdministrationBase } from './administration-base.ts'
import type { DirectoryService } from '../directory/directory-service.ts'
import type { createSingleFlight } from '../base/single-flight.ts'
import { replyOf, requireDone } from '../base/single-flight.ts'

export type ContactCalls = CallsOf<'contacts'>

type Deps = Pick<AdministrationBase, 'instances' | 'store'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
  readonly directory: Pick<DirectoryService, 'refreshContacts' | 'contactsReadAt'>
}

/** The people that an account knows, and who of a list of numbers has an account. */
export function createContacts({ instances, store, singleFlight, directory }: Deps): Pick<CoreHandlers, ContactCalls> {
  return {
    'contacts.list': async (input, { signal }) => ({
      ...(await store.read('administration.contacts', input, { signal })),
      readAt: directory.contactsReadAt(input.instance),
    }),
    'contacts.read': ({ instance }) =>
      singleFlight(`${instance} contacts.read`, null, () => directory.refreshContacts(instance)),

    'contacts.check': ({ instance, phone }, { signal }) =>
      singleFlight(`${instance} contacts.check ${phone}`, null, async () => {
        const run = runOf(instances, instance)
        const answer = await run.optional.ask(
          'checkAccount',
          { phoneNumber: Number(phone) },
          { priority: 'view', purpose: 'contacts.check', signal: AbortSignal.any([run.signal, signal]) },
        )
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        const { exist, chatId = '' } = answer.value
        await store.write('administration.storeCheck', { instance, phone, found: exist, chatId })
        return { exists: exist, chatId }
      }),

    'contacts.save': ({ instance, chatId, firstName, lastName, isNew }) =>
      singleFlight(`${instance} contact ${chatId}`, { firstName, lastName, isNew }, async () => {
        const run = runOf(instances, instance)
        const operation = isNew ? 'addContact' : 'editContact'
        const input = { chatId, firstName, ...(lastName === '' ? {} : { lastName }) }
        requireDone(
          replyOf(await run.optional.ask(operation, input, { priority: 'view', purpose: 'contacts.save' })),
          operation,
        )
        const contactName = [firstName, lastName].filter((part) => part !== '').join(' ')
        await store.write('administration.nameContact', { instance, chatId, contactName })
      }),
    'contacts.delete': ({ instance, chatId }) =>
      singleFlight(`${instance} contact ${chatId}`, 'delete', async () => {
        const run = runOf(instances, instance)
        requireDone(
          replyOf(
            await run.optional.ask('deleteContact', { chatId }, { priority: 'view', purpose: 'contacts.delete' }),
          ),
          'deleteContact',
        )
        await store.write('administration.nameContact', { instance, chatId, contactName: '' })
      }),
  }
}
