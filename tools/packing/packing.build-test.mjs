import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import configuration from '../../electron-builder.config.ts'
import { packedFiles } from './packed-files.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'

const require = createRequire(import.meta.url)

test.for(['linux', 'mac', 'windows'])('a package for %s holds what runs, and nothing else', async (platform) => {
  // That no dependency is shipped, on any system, is shown by packed.spec.ts: npm's answer takes its time.
  const files = await packedFiles(platform, { dependencies: false })
  for (const needed of [
    'package.json',
    'LICENSE',
    'out/licences.txt',
    'out/main/index.js',
    'out/main/store-worker.js',
    'out/main/reader-worker.js',
    'out/main/store-maintenance.js',
    'out/main/certificates-worker.js',
    'out/main/demo-service.js',
    'out/main/assets/shelf.jpg',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'resources/tray.png',
    'resources/tray@2x.png',
    'resources/trayTemplate.png',
    'resources/overlay.png',
    'resources/icon.ico',
    'resources/icons/256x256.png',
  ]) {
    expect(files).toContain(needed)
  }
  const folders = new Set(files.map((file) => (file.includes('/') ? file.split('/').slice(0, 2).join('/') : '.')))
  const expected = ['.', 'out/licences.txt', 'out/main', 'out/preload', 'out/renderer']
  expect([...folders].filter((folder) => !folder.startsWith('resources/')).toSorted()).toEqual(expected)
  expect(files.filter((file) => /^out\/main\/web(-host.*)?\.js$/.test(file))).toEqual([])
  expect(files.filter((file) => /node_modules|\.(ts|tsx|map|node)$|^resources\/.*\.svg$/.test(file))).toEqual([])
})

test('every file outside the archive that the configuration names is there', () => {
  const { extraResources = [], extraFiles = [] } = configuration
  for (const entry of [extraResources, extraFiles].flat()) {
    const from = typeof entry === 'string' ? entry : entry.from
    expect(existsSync(path.join(projectRoot, from)), from).toBe(true)
  }
})

test('the deb has the address and the maintainer without which it is not built', async () => {
  const { AppInfo, Packager, Platform } = require('app-builder-lib')
  const { default: FpmTarget } = require('app-builder-lib/out/targets/FpmTarget.js')
  const packager = new Packager({ projectDir: projectRoot, config: structuredClone(configuration) })
  await packager.validateConfig()
  packager._appInfo = new AppInfo(packager, null)
  const helper = await packager.createHelper(Platform.LINUX)
  const options = { ...helper.platformSpecificBuildOptions, ...helper.config.deb }
  const about = await FpmTarget.prototype.computeFpmMetaInfoOptions.call({ packager: helper, options })
  expect(about).toMatchObject({ name: 'switchboard', maintainer: expect.stringMatching(/^.+ <\S+@\S+>$/) })
  expect(URL.parse(about.url)?.protocol).toBe('https:')
})

// electron-builder itself, with programs of the test's in place of Electron and of the squashfs tools.
describe.skipIf(process.platform !== 'linux')('an AppImage', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-packing-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const unpacked = path.join(folder, 'out', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
  const staged = path.join(folder, 'staged')

  beforeAll(async () => {
    const dist = path.join(folder, 'dist')
    const tools = path.join(folder, 'tools')
    const { SENTINEL } = require('@electron/fuses/dist/constants.js')
    // A version, a length and a state for each fuse follow the mark, all of them as Electron ships them.
    const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101010011')])
    put(path.join(dist, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), 0o755)
    for (const locale of ['en-US', 'en-GB', 'ru', 'de', 'zh-CN']) put(path.join(dist, `locales/${locale}.pak`), 'words')
    put(path.join(dist, 'LICENSE'), 'licence')
    put(path.join(tools, 'mksquashfs'), `#!/bin/sh\ncp -R "$1" '${staged}'\nprintf 'squashed' > "$2"\n`, 0o755)
    put(path.join(tools, 'desktop-file-validate'), '#!/bin/sh\n', 0o755)
    const runtimeArch = process.arch === 'arm64' ? 'arm64' : 'x64'
    put(path.join(tools, `runtimes/runtime-${runtimeArch}`), 'static runtime')
    put(path.join(tools, `lib/${runtimeArch}/libnothing.so`), '')
    const args = ['--config', 'electron-builder.config.ts', '--publish', 'never', '--linux', 'AppImage']
    const own = [`-c.electronDist=${dist}`, `-c.directories.output=${path.join(folder, 'out')}`]
    const { APPIMAGE_TOOLS_PATH: _other, ...env } = process.env
    await promisify(execFile)(process.execPath, [program('electron-builder'), ...args, ...own], {
      cwd: projectRoot,
      env: { ...env, APPIMAGE_TOOLS_PATH: tools },
    })
  })

  test('has the program in an archive, without libraries beside the bundles', () => {
    const { listPackage } = require('@electron/asar')
    const files = listPackage(path.join(unpacked, 'resources/app.asar'), { isPack: false }).map((name) => name.slice(1))
    for (const needed of ['package.json', 'out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']) {
      expect(files).toContain(needed)
    }
    expect(files.filter((file) => /(^|\/)node_modules(\/|$)|\.map$/.test(file))).toEqual([])
  })

  test('has its fuses set, read back from the program', async () => {
    const { FuseV1Options, getCurrentFuseWire } = require('@electron/fuses')
    const { FuseState } = require('@electron/fuses/dist/constants.js')
    const wire = await getCurrentFuseWire(path.join(unpacked, 'switchboard'))
    const state = (name) => wire[FuseV1Options[name]] === FuseState.ENABLE
    const names = {
      runAsNode: 'RunAsNode',
      enableCookieEncryption: 'EnableCookieEncryption',
      enableNodeOptionsEnvironmentVariable: 'EnableNodeOptionsEnvironmentVariable',
      enableNodeCliInspectArguments: 'EnableNodeCliInspectArguments',
      enableEmbeddedAsarIntegrityValidation: 'EnableEmbeddedAsarIntegrityValidation',
      onlyLoadAppFromAsar: 'OnlyLoadAppFromAsar',
      loadBrowserProcessSpecificV8Snapshot: 'LoadBrowserProcessSpecificV8Snapshot',
      grantFileProtocolExtraPrivileges: 'GrantFileProtocolExtraPrivileges',
    }
    for (const [key, name] of Object.entries(names)) expect(state(name), key).toBe(configuration.electronFuses[key])
  })

  test("ships Chromium's words in the program's languages alone", () => {
    expect(readdirSync(path.join(unpacked, 'locales')).toSorted()).toEqual(['en-GB.pak', 'en-US.pak', 'ru.pak'])
  })

  test('begins with the static runtime, its entry leaves the sandbox on, and it describes itself', () => {
    const [image] = readdirSync(path.join(folder, 'out')).filter((name) => name.endsWith('.AppImage'))
    expect(readFileSync(path.join(folder, 'out', image), 'latin1')).toMatch(/^static runtime/)
    const entry = readFileSync(path.join(staged, 'switchboard.desktop'), 'utf8')
    expect(entry).toMatch(/^Exec=AppRun %U$/m)
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/switchboard;$/m)
    // Few machines have the validator.
    const { error, status, stdout } = spawnSync('desktop-file-validate', [path.join(staged, 'switchboard.desktop')])
    expect(error === undefined && status !== 0 ? String(stdout) : '').toBe('')
    const metainfo = 'app.switchboard.desktop.metainfo.xml'
    expect(readFileSync(path.join(staged, 'usr/share/metainfo', metainfo), 'utf8')).toBe(
      readFileSync(path.join(projectRoot, 'resources/linux', metainfo), 'utf8'),
    )
    // Where the system allows no namespaces the launcher alone switches it off, and the program says so in Settings.
    expect(readFileSync(path.join(staged, 'AppRun'), 'utf8')).toContain('unshare -Ur true')
  })
})

function put(file, content, mode = 0o644) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content, { mode })
}
