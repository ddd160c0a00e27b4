import { useTranslations, type MessageId } from '../lib/translations.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'

const names = ['greeting', 'moment', 'delivery', 'price', 'thanks', 'goodbye'] as const
const braced = (name: string): string => `{${name}}`
const firstName = braced('firstName')
const instance = braced('instance')

/** Adds a first set of quick replies in the person's language. */
export function useFirstReplies(): { readonly add: () => Promise<void>; readonly pending: boolean } {
  const t = useTranslations()
  const [bringIn, { pending }] = useContractCommand('quickReplies.import')
  /** A variable of the person's own, with its default in their language. */
  const own = (name: MessageId, otherwise: MessageId): string => braced(`${t(name)}=${t(otherwise)}`)
  return {
    pending,
    async add() {
      if (pending) return
      const values = {
        ...{ firstName, instance },
        day: own('quickReplies.first.day', 'quickReplies.first.tomorrow'),
        price: own('quickReplies.first.price', 'quickReplies.first.amount'),
      }
      const set = names.map((name) => ({
        name: t(`quickReplies.first.${name}Name`),
        text: t(`quickReplies.first.${name}Text`, values),
      }))
      const result = await bringIn({ format: 'json', text: JSON.stringify(set) })
      if (!result.ok || result.value.kind !== 'read') return
      const { added, same, skipped } = result.value
      showToast('quickReplies.imported', { values: { added, same, skipped: skipped.length } })
    },
  }
}
