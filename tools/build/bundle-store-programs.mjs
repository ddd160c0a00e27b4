import { bundlePrograms } from './bundle-programs.mjs'

/**
 * Before tests: the programs that they start. While sources are watched, they count. Several projects of
 * the unit tests name this as their setup; the first one makes them.
 *
 * @returns {Promise<undefined | (() => void)>} removes them
 */
export default async function bundleStorePrograms({ config }) {
  return config?.watch
    ? undefined
    : bundlePrograms({
        'ailing-store-worker': 'src/core/testing/ailing-store-worker.ts',
        'backup-until-killed': 'src/core/testing/backup-until-killed.ts',
        'write-until-killed': 'src/core/testing/write-until-killed.ts',
        'webhook-desk-program': 'src/team/testing/webhook-desk-program.ts',
      })
}
