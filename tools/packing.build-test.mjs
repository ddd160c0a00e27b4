import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import configuration from '../electron-builder.config.ts'
import { packedFiles } from './packed-files.mjs'
import { projectRoot } from './project-root.mjs'

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
