import type { CoreHandlers } from '../../contract/index.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { combine } from '../base/combine.ts'
import type { Service } from '../base/core-base.ts'
import type { AdministrationBase } from './administration-base.ts'
import type { DirectoryService } from '../directory/directory-service.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { createAccountHandlers } from './account.ts'
import type { AccountHandlerCalls } from './account.ts'
import { createChatsAtService } from './chats-at-service.ts'
import type { ServiceChatCalls } from './chats-at-service.ts'
import { createContacts } from './contacts.ts'
import type { ContactCalls } from './contacts.ts'
import { createGroups } from './groups.ts'
import type { GroupCalls } from './groups.ts'
import { createInstanceSettings } from './instance-settings.ts'
import type { InstanceSettingsCalls } from './instance-settings.ts'
import { createLogin } from './login.ts'
import type { LoginCalls } from './login.ts'
import { createSingleFlight } from '../base/single-flight.ts'
import type { MediaService } from '../media/media-service.ts'
import { createQueues } from './queues.ts'
import type { QueueCalls } from './queues.ts'
import { createStories } from './stories.ts'
import type { StoryCalls } from './stories.ts'
import { createTokenChange } from './token-change.ts'
import type { SendingService } from '../sending/sending-service.ts'

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

/** What a person does with an instance besides its chats: log in, settings, queues, groups, contacts, the account. */
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
