import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import configuration, { fuses } from '../../electron-builder.config.ts'
import { languages } from '../../src/contract/languages.ts'
import { projectRoot } from '../project-root.mjs'

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
  const { devDependencies } = require('../../package.json')
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
  expect(require('electron/package.json').version).toBe(devDependencies.electron)
})

test('the four package kinds, the link scheme, no server unless one was named, no Node binaries', () => {
  expect(configuration.linux.target).toEqual(['AppImage', 'deb', 'rpm'])
  expect(configuration.mac.target).toEqual(['dmg', 'zip'].map((target) => ({ target, arch: ['x64', 'arm64'] })))
  expect(configuration.win.target).toEqual(['nsis'])
  expect(configuration.protocols).toEqual([{ name: 'Switchboard', schemes: ['switchboard'] }])
  expect(configuration.publish).toBeNull()
  expect(configuration.files).toContain('!**/node_modules/**')
})

test('each kind of package that was never made is in docs/unproven.md', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/unproven.md'), 'utf8')
  const { linux, mac, win } = configuration
  const kinds = [...linux.target, ...mac.target.map(({ target }) => target), ...win.target]
  for (const kind of kinds) expect(text).toMatch(new RegExp(`\\b${kind}\\b`))
})

test('an AppImage starts without libfuse2, and its entry does not switch the sandbox off', () => {
  // What the target itself asks before it chooses its runtime and writes --no-sandbox (AppImageTarget.js).
  const { appimageChecksums } = require('app-builder-lib/out/toolsets/linux.js')
  const { appimage } = configuration.toolsets
  expect(Object.keys(appimageChecksums)).toContain(appimage)
  expect(appimage).not.toBe('0.0.0')
})

test('Chromium speaks the languages of the program, and no others are shipped', () => {
  const primary = new Set(configuration.electronLanguages.map((locale) => locale.split('-')[0]))
  expect([...primary].toSorted()).toEqual(languages.map(({ tag }) => tag).toSorted())
})

test('macOS neither slows the hidden program nor asks for the local network without a reason', () => {
  expect(configuration.mac.extendInfo).toEqual({
    NSAppSleepDisabled: true,
    NSLocalNetworkUsageDescription: expect.stringMatching(/database/),
  })
})

test('an address of updates that is not https is refused', () => {
  const config = (url) =>
    spawnSync(process.execPath, ['electron-builder.config.ts'], {
      cwd: projectRoot,
      env: { ...process.env, SWITCHBOARD_UPDATE_URL: url },
      encoding: 'utf8',
    })
  expect(config('http://updates.example/').stderr).toContain('has to begin with https://')
  expect(config('https://updates.example/').status).toBe(0)
})

test('the id is the one Windows gets its notifications by', () => {
  const source = readFileSync(path.join(projectRoot, 'src/main/start-desktop.ts'), 'utf8')
  expect(source).toContain(`appId = '${configuration.appId}'`)
})

test('the uninstaller of Windows removes what the program registers by these names, and no update does', () => {
  const source = readFileSync(path.join(projectRoot, 'src/main/start-desktop.ts'), 'utf8')
  const [, clsid] = /toastActivatorClsid = '([^']+)'/.exec(source) ?? []
  const script = readFileSync(path.join(projectRoot, configuration.nsis.include), 'utf8')
  const removed = [...script.matchAll(/DeleteReg(?:Value|Key) HKCU (.+)/g)].map(([, what]) => what)
  expect(removed).toEqual([
    `"Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${configuration.appId}"`,
    `"Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run" "${configuration.appId}"`,
    `"Software\\Classes\\${configuration.protocols[0].schemes[0]}"`,
    `"Software\\Classes\\CLSID\\{${clsid}}"`,
  ])
  expect(script).toMatch(/customUnInstall\s+\$\{IfNot\} \$\{isUpdated\}/)
})

test('software centres find the entry of the program by what deb, rpm and AppImage have for them', () => {
  const [exclude, mapping] = configuration.deb.fpm
  const [, source, target] = /^(\S+)=(\S+)$/.exec(mapping)
  expect(configuration.rpm.fpm).toEqual(configuration.deb.fpm)
  // Once: the tree of the AppImage is no part of the program's folder.
  expect(exclude).toBe(`--exclude=opt/${configuration.productName}/${path.dirname(target).split('/')[1]}`)
  expect(target).toBe(`/usr/share/metainfo/${configuration.appId}.metainfo.xml`)
  expect(configuration.linux.extraFiles).toEqual([{ from: source, to: target.slice(1) }])
  const text = readFileSync(path.join(projectRoot, source), 'utf8')
  expect(text).toContain(`<id>${configuration.appId}</id>`)
  expect(text).toContain(`<launchable type="desktop-id">${require('../../package.json').desktopName}</launchable>`)
  const { error, status, stdout } = spawnSync('appstreamcli', ['validate', '--no-net', path.join(projectRoot, source)])
  // Few machines have the validator.
  expect(error === undefined && status !== 0 ? String(stdout) : '').toBe('')
})

test.each([
  ['deb', [/^libasound2 /, /^libgbm1/]],
  ['rpm', [/\balsa-lib\b/, /\bmesa-libgbm\b/]],
])('a %s asks for what Electron needs on a small system, beyond what electron-builder names', (kind, more) => {
  const { default: FpmTarget } = require('app-builder-lib/out/targets/FpmTarget.js')
  const { depends } = configuration[kind]
  expect(depends).toEqual(expect.arrayContaining(FpmTarget.prototype.getDefaultDepends(kind)))
  for (const one of more) expect(depends).toContainEqual(expect.stringMatching(one))
})

test('the icons it names are there', () => {
  for (const file of [configuration.mac.icon, configuration.win.icon, `${configuration.linux.icon}/512x512.png`]) {
    expect(existsSync(path.join(projectRoot, file))).toBe(true)
  }
})

test("a package has the page of a team's administrator and every file of SQL that it names", () => {
  const resources = configuration.extraResources.map(({ from, to }) => [from, to])
  expect(resources).toEqual([
    ['src/team/schema', 'team/schema'],
    ['docs/team.md', 'team/team.md'],
    ['out/cli/switchboardctl.mjs', 'cli/switchboardctl.mjs'],
  ])
  const page = readFileSync(path.join(projectRoot, 'docs/team.md'), 'utf8')
  const named = [...page.matchAll(/-f (src\/team\/schema\/[\w-]+\.sql)/g)].map(([, file]) => file)
  const there = readdirSync(path.join(projectRoot, 'src/team/schema')).filter((name) => name.endsWith('.sql'))
  expect(named).toEqual(there.map((name) => `src/team/schema/${name}`).toSorted())
})
