import { bundlePrograms } from './bundle-programs.mjs'

/**
 * Before tests: the programs that hundreds of them start. While sources are watched, they count. Several projects of
 * the unit tests name this as their setup; the first one makes them.
 *
 * @returns {Promise<undefined | (() => void)>} removes them
 */
export default async function bundleStorePrograms({ config }) {
  return config?.watch
    ? undefined
    : bundlePrograms({ 'webhook-desk-program': 'src/team/testing/webhook-desk-program.ts' })
}
