import { capabilities, serviceKind, type FileRules } from '../../../api/families.ts'
import type { Family } from '../../../api/operations.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey } from '../../../contract/ids.ts'
import { fileKindOf } from '../../../contract/values.ts'
import type { ReadTx } from '../../store/tx.ts'

/** Throws ContractError `fileTooLarge`. */
export function checkSize({ maxBytes }: FileRules, name: string, bytes: number): void {
  const limit = maxBytes[fileKindOf(name)]
  if (bytes > limit) throw new ContractError('fileTooLarge', { details: { bytes, limit } })
}

/** The limits for files of a chat's instance. Throws ContractError `notFound`. */
export function fileRulesOf(tx: ReadTx, chat: ChatKey): FileRules {
  const instance = tx.get<{ family: Family; type: unknown }>(
    `select i.family, case when json_valid(i.settings_json) then json_extract(i.settings_json, '$.typeInstance') end as type
     from chat c join instance i on i.key = c.instance where c.key = ?`,
    [chat],
  )
  if (instance === undefined) throw new ContractError('notFound')
  return capabilities[serviceKind(instance.family, instance.type)].files
}
