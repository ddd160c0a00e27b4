import type { AppSettings } from '../../contract/settings.ts'
import { useContractQuery } from './use-contract-query.ts'

/** The program's settings, or undefined until they are read. */
export const useSettings = (): AppSettings | undefined => useContractQuery('settings.get', {}).data
