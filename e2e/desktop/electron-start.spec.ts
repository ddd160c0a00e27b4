import { expect, test } from '@playwright/test'
import { launchOptions } from '../support/start-in-electron.ts'

// The specs of e2e/electron run where Electron is; how they would start it is seen here.

test('the specs in real Electron have its sandbox, their own language, and not the key ring of the person', () => {
  const { chromiumSandbox, args = [], env } = launchOptions('/electron', { dataDir: '/data' }, 'en-GB')
  expect(chromiumSandbox).toBe(true)
  expect(args).toContain('--password-store=basic')
  expect(args).toContain('--use-mock-keychain')
  expect(args).toContain('--lang=en-GB')
  expect(env).toMatchObject({ LANGUAGE: 'en_GB' })
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  expect(args.includes('--no-sandbox')).toBe(asRoot)
})
