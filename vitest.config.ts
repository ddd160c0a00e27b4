import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { compileMessages } from './tools/build/compile-messages.mjs'

/** Files that wait most come first: at the end of a run nothing is left to do meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ project }: TestSpecification) => project.name === 'team'
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

/** A long test does tens of times the work of its short form. */
const times = process.env['SWITCHBOARD_TEST_LENGTH'] === 'long' ? 20 : 1

// `build` reads out/ and so runs after a build; `npm test` does that in the right order.
export default defineConfig({
  test: {
    // They end what hangs and judge no speed: machines that test are often busy. No test names a limit of its own but
    // the few that need a longer one.
    testTimeout: 300_000 * times,
    hookTimeout: 300_000 * times,
    // How long a process may take to end before the run says so: ending its threads takes a busy machine a while.
    teardownTimeout: 60_000,
    // Less, so that what hangs fails soon and says what it waited for. It ends a single step, not a test.
    expect: { poll: { timeout: 120_000 * times, interval: 10 } },
    // Files share a process, one after the other: loading the program anew for each file cost as much as half of the
    // tests. A file ends what it begins, and takes back what it changes of the process.
    isolate: false,
    setupFiles: ['./tools/test/draw-same-values.mjs', './tools/test/cheap-keys.mjs'],
    sequence: { sequencer: WaitingFirst },
    // These tests spend two thirds of their time waiting: for a worker, a disk, a limit of one a second. But each process
    // of them loads the program anew.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: 'tools/build/bundle-store-programs.mjs',
          include: ['src/{api,contract,public-api,rpc,core,emulator,local-api,cli,main,web}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'team',
          environment: 'node',
          globalSetup: ['tools/build/bundle-store-programs.mjs', 'tools/postgres/postgres-for-tests.mjs'],
          include: ['src/team/**/*.test.ts'],
        },
      },
      {
        extends: true,
        plugins: [compileMessages()],
        test: { name: 'renderer', environment: 'node', include: ['src/renderer/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          environment: 'node',
          include: ['tools/**/*.test.mjs', '{bench,simulation}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          environment: 'node',
          globalSetup: 'tools/build/bundle-store-programs.mjs',
          include: ['e2e/outside/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'build', environment: 'node', include: ['tools/**/*.build-test.mjs'] } },
    ],
  },
})
