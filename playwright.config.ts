import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { isLong } from './e2e/support/marathon.ts'
import { quietChromium } from './e2e/support/quiet-chromium.ts'
import type { AppOptions } from './e2e/support/test.ts'
import { findChromium } from './tools/start/chromium.mjs'
import { electronRuntime } from './tools/start/electron-runtime.mjs'

// Chromium as `npm test` found it, else as it is found now.
const executablePath = await findChromium()
if (executablePath !== undefined) process.env['STANDIN_CHROMIUM'] ??= executablePath
// Each test starts the product anew: what Node made of its programs the time before is a fifth of that.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

// Memory that is touched for the first time is dear, and what is young here never needs much of it.
const smallYoungSpace = '--max-semi-space-size=2'
process.env['NODE_OPTIONS'] ??= smallYoungSpace

// A page of a test lives for seconds: what V8 would spend on optimising its code is a tenth of what an end-to-end test
// costs the processor, and never pays.
const scriptFlags = `--no-opt --no-maglev ${smallYoungSpace}`
process.env['STANDIN_JS_FLAGS'] ??= scriptFlags

// What a random walk presses is drawn anew in each run; a failure says from which seed (e2e/app/random-walk.spec.ts).
process.env['SWITCHBOARD_WALK_SEED'] ??= String(randomInt(2 ** 31))

// Workers run the browser host themselves: it has the time zone of its window.
const timezoneId = 'Europe/Vilnius'
process.env['TZ'] = timezoneId

// Real Electron, where its runtime and a display are; elsewhere one line says that these specs did not run.
const runtime = electronRuntime()
const firstLoad = process.env['TEST_WORKER_INDEX'] === undefined && !process.argv.includes('--list')
if (runtime.kind === 'missing' && firstLoad) {
  process.stderr.write(`Skipping the specs in real Electron, because ${runtime.reason}.\n`)
}

export default defineConfig<AppOptions>({
  testDir: 'e2e',
  globalSetup: './tools/build/bundle-store-programs.mjs',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Workers run the built host as it is.
  build: { external: ['**/out/**'] },
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // Each begins with as much work as five tests: it starts, loads Playwright and a browser, and compiles the window.
  workers: availableParallelism(),
  // Generous: they end a test that hangs, and judge no speed. No spec names a limit of its own.
  timeout: 480_000,
  expect: { timeout: 90_000, toMatchAriaSnapshot: { pathTemplate: '{testDir}/{testFileDir}/spoken/{arg}{ext}' } },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A click on what never comes ends as a wait for it does, and not with the test.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    headless: true,
    locale: 'en-GB',
    timezoneId,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // A failure leaves its steps, a picture and the names and roles of its page. A film would cost every test a tenth,
    // and so would the page as it was at every step.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...quietChromium, `--js-flags=${scriptFlags}`],
    },
  },
  projects: [
    // The built window with a scripted desk behind it: `e2e/window/window-test.ts`.
    { name: 'window', testMatch: 'window/**/*.spec.ts' },
    { name: 'browser', testMatch: ['app/**/*.spec.ts', 'browser/**/*.spec.ts'], use: { host: 'browser' } },
    // The built shell on the stand-in for Electron: what only a desktop has, the specs for real Electron, and of the
    // window's specs those with @host in their titles. They rest on the host (its pipe, dialogs, clipboard, vault, files,
    // keys, start and end) in a way that no spec of e2e/desktop shows. The rest of the window is the same code in the
    // same Chromium as in the browser, in a smaller window: it runs here in `npm run test:long` alone.
    {
      name: 'desktop',
      testMatch: ['app/**/*.spec.ts', 'desktop/**/*.spec.ts', 'electron/**/*.spec.ts'],
      grep: [/@host\b/, /\b(desktop|electron)[\\/][\w-]+\.spec\.ts/, ...(isLong ? [/\bapp[\\/]/] : [])],
      use: { host: 'desktop' },
    },
    // The real thing runs what only it can show, and the window's specs that rest on the host. Real windows share the
    // person's clipboard and take the focus from each other, so one runs at a time.
    ...(runtime.kind === 'ready'
      ? [
          {
            name: 'electron',
            testMatch: ['app/**/*.spec.ts', 'electron/**/*.spec.ts'],
            grep: [/@host\b/, /\belectron[\\/]/],
            workers: 1,
            use: { host: 'electron' as const },
          },
        ]
      : []),
  ],
})
