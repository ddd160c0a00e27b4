import type { CoreHandlers, CallsOf } from '../../contract/index.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { combine } from '../base/combine.ts'
import type { Service } from '../base/core-base.ts'
import type { AdministrationBase } from './administration-base.ts'
import type { DirectoryService } from '../directory/create-directory.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { createAccountHandlers, type AccountHandlerCalls } from './account.ts'
import { createChatsAtService, type ServiceChatCalls } from './chats-at-service.ts'
import { createGroups, type GroupCalls } from './groups.ts'
import { createInstanceSettings, type InstanceSettingsCalls } from './instance-settings.ts'
import { createLogin, type LoginCalls } from './login.ts'
import { createSingleFlight, replyOf, requireDone } from '../base/single-flight.ts'
import type { MediaService } from '../media/create-media.ts'
import { createQueues, type QueueCalls } from './queues.ts'
import { createStories, type StoryCalls } from './stories.ts'
import { createTokenChange } from './token-change.ts'
import type { SendingService } from '../sending/sending-service.ts'
import { ContractError } from '../../contract/errors.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'

type AdministrationCalls =
  | AccountHandlerCalls
  | ContactCalls
  | GroupCalls
  | InstanceSettingsCalls
  | LoginCalls
  | QueueCalls
  | ServiceChatCalls
  | StoryCalls

export interface Administration {
  readonly handlers: Pick<CoreHandlers, AdministrationCalls>
  readonly service: Service
}

type Deps = AdministrationBase & {
  readonly tokens: Tokens
  readonly scrubber: Scrubber
  readonly directory: DirectoryService
  readonly media: Pick<MediaService, 'fetchFile'>
  readonly holdSends: SendingService['hold']
}

/** A person's acts on an instance besides its chats: login, settings, queues, groups, contacts, the account. */
export function createAdministration(deps: Deps): Administration {
  const singleFlight = createSingleFlight()
  const tokenChange = createTokenChange({ ...deps, singleFlight })
  const login = createLogin({ ...deps, singleFlight })
  const queues = createQueues({ ...deps, singleFlight })
  const account = createAccountHandlers({ ...deps, singleFlight, tokenChange, queuesOf: queues.stateOf })
  return {
    handlers: combine(
      login.handlers,
      account.handlers,
      queues.handlers,
      createInstanceSettings({ ...deps, singleFlight }),
      createChatsAtService({ ...deps, singleFlight }),
      createStories({ ...deps, singleFlight }),
      createGroups({ ...deps, singleFlight }),
      createContacts({ ...deps, singleFlight }),
    ),
    service: {
      start: () => tokenChange.start(),
      async stop() {
        account.stop()
        await Promise.all([login.stop(), tokenChange.stop()])
      },
    },
  }
}

type ContactCalls = CallsOf<'contacts'>

type ContactsDeps = Pick<AdministrationBase, 'instances' | 'store'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
  readonly directory: Pick<DirectoryService, 'refreshContacts' | 'contactsReadAt'>
}

/** The people that an account knows, and who of a list of numbers has an account. */
function createContacts({ instances, store, singleFlight, directory }: ContactsDeps): Pick<CoreHandlers, ContactCalls> {
  return {
    'contacts.list': async (input, { signal }) => ({
      ...(await store.read('administration.contacts', input, { signal })),
      readAt: directory.contactsReadAt(input.instance),
    }),
    'contacts.read': ({ instance }) =>
      singleFlight(`${instance} contacts.read`, null, () => directory.refreshContacts(instance)),

    'contacts.check': ({ instance, phone }) =>
      singleFlight(`${instance} contacts.check ${phone}`, null, async () => {
        const run = runOf(instances, instance)
        const answer = await run.optional.ask(
          'checkAccount',
          { phoneNumber: Number(phone) },
          { priority: 'view', purpose: 'contacts.check', signal: run.signal },
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
