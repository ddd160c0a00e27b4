import { createFieldRedact } from '../../../api/redact.ts'

/**
 * Removes the token of an order from a raw record: it opens the order at the service, like an API token. The archive
 * keeps it, because reading the order needs it; views, exports and logs never hold it.
 */
export const hideOrderToken = createFieldRedact(['token'], [])
