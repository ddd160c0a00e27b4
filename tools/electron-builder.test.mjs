import { createRequire } from 'node:module'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import configuration, { fuses } from '../electron-builder.config.ts'
import { projectRoot } from './project-root.mjs'

const require = createRequire(import.meta.url)

test('electron-builder accepts the configuration', async () => {
  const { validateConfiguration } = require('app-builder-lib/out/util/config/config.js')
  const { DebugLogger } = require('builder-util')
  await expect(validateConfiguration(configuration, new DebugLogger(false))).resolves.toBeUndefined()
})

test('every fuse is set, and set to the safe side', () => {
  expect(configuration.electronFuses).toBe(fuses)
  expect(fuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  })
  expect(configuration.asar).toBe(true)
})

test('Electron is pinned exactly, and is the one that is installed', () => {
  const { devDependencies } = require('../package.json')
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
  expect(require('electron/package.json').version).toBe(devDependencies.electron)
})

test('the four package kinds, the link scheme, no server unless one was named, no Node binaries', () => {
  expect(configuration.linux.target).toEqual(['AppImage', 'deb'])
  expect(configuration.mac.target).toContain('dmg')
  expect(configuration.win.target).toEqual(['nsis'])
  expect(configuration.protocols).toEqual([{ name: 'Switchboard', schemes: ['switchboard'] }])
  expect(configuration.publish).toBeNull()
  expect(configuration.files).toContain('!**/node_modules/**')
})

test('each kind of package that was never made is in docs/unproven.md', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/unproven.md'), 'utf8')
  const { linux, mac, win } = configuration
  for (const kind of [...linux.target, ...mac.target, ...win.target]) expect(text).toMatch(new RegExp(`\\b${kind}\\b`))
})

test('the id is the one Windows gets its notifications by', () => {
  const source = readFileSync(path.join(projectRoot, 'src/main/start-desktop.ts'), 'utf8')
  expect(source).toContain(`appId = '${configuration.appId}'`)
})

test('the icons it names are there', () => {
  for (const file of [configuration.mac.icon, configuration.win.icon, `${configuration.linux.icon}/512x512.png`]) {
    expect(existsSync(path.join(projectRoot, file))).toBe(true)
  }
})
