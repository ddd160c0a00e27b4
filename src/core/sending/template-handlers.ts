import type { TemplateRecord } from '../../api/schema/template.ts'
import { ContractError } from '../../contract/errors.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { templateMediaKinds } from '../../contract/sending.ts'
import type { Template } from '../../contract/sending.ts'
import { templateParts } from './rules/template-parts.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { createSingleFlight } from '../base/single-flight.ts'
import type { SendingBase } from './sending-base.ts'

/** Templates of a business account: read when a person chooses one, and never stored. */
export function createTemplateHandlers({
  instances,
}: Pick<SendingBase, 'instances'>): Pick<CoreHandlers, 'templates.read'> {
  const singleFlight = createSingleFlight()
  return {
    'templates.read': ({ instance }) =>
      singleFlight(`${instance} templates.read`, {}, async () => {
        const run = runOf(instances, instance)
        const options = { priority: 'view', purpose: 'templates.read', signal: run.signal } as const
        const answer = await run.optional.ask('getTemplates', {}, options)
        if (answer === 'absent') throw new ContractError('operationMissing')
        if (!answer.ok) throw contractErrorOf(answer.error)
        const templates = (answer.value.templates ?? []).map(presentTemplate).filter(({ id }) => id !== '')
        return templates.toSorted(
          (a, b) => Number(isApproved(b)) - Number(isApproved(a)) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
        )
      }),
  }
}

const isApproved = ({ status }: Template): boolean => status.toUpperCase() === 'APPROVED'

/** Only what has an id can be sent. */
function presentTemplate(record: TemplateRecord): Template {
  return {
    id: record.templateId ?? record.id ?? '',
    name: record.elementName ?? '',
    language: record.languageCode ?? '',
    category: record.category ?? '',
    status: record.status ?? '',
    media: mediaOf(record.templateType ?? 'TEXT'),
    ...templateParts(record),
  }
}

function mediaOf(type: string): Template['media'] {
  const kind = type.toLowerCase()
  if (kind === 'text' || kind === '') return null
  return templateMediaKinds.find((one) => one === kind) ?? 'other'
}
