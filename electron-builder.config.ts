import type { Configuration } from 'electron-builder'

/** Every fuse there is, so that a new one cannot be forgotten. Reasons: docs/security.md. */
export const fuses: Required<NonNullable<Configuration['electronFuses']>> = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Setting fuses breaks the signature Apple's own processors insist on; a real one comes after it.
  resetAdHocDarwinSignature: true,
}

/** Where packages look for newer ones. Without the variable they carry no address and never ask. */
const updateUrl = process.env['SWITCHBOARD_UPDATE_URL']
// Packages are not signed, so whoever is on the way of plain http could put any program in their place.
if (updateUrl && !updateUrl.startsWith('https://'))
  throw new Error('SWITCHBOARD_UPDATE_URL has to begin with https://.')

/**
 * A deb is not built without them. Whoever publishes packages names themselves; `.invalid` reaches nobody by mistake.
 */
const homepage = process.env['SWITCHBOARD_HOMEPAGE'] ?? 'https://switchboard.invalid/'
const maintainer = process.env['SWITCHBOARD_MAINTAINER'] ?? 'Switchboard contributors <packages@switchboard.invalid>'

/**
 * What software centres show. They look for it below `/usr/share`, and tools for AppImages at the same place inside;
 * a deb or rpm leaves out the AppImage's copy. Options come before files there.
 */
const metainfo = {
  from: 'resources/linux/app.switchboard.desktop.metainfo.xml',
  to: 'usr/share/metainfo/app.switchboard.desktop.metainfo.xml',
}
const metainfoOfPackage = ['--exclude=opt/Switchboard/usr', `${metainfo.from}=/${metainfo.to}`]

const configuration: Configuration = {
  appId: 'app.switchboard.desktop',
  productName: 'Switchboard',
  // The bundles hold their libraries, so no node_modules are shipped, and none of the Node binaries among them.
  files: [
    'out/**',
    '!out/main/web.js',
    '!out/main/web-host*.js',
    '!out/cli/**',
    'resources/**',
    'package.json',
    'LICENSE',
    '!resources/*.svg',
    '!resources/*.nsh',
    '!resources/linux/**',
    '!**/node_modules/**',
  ],
  // Whoever owns a team's database runs these with psql, so they are files and not in the archive.
  extraResources: [
    { from: 'src/team/schema', to: 'team/schema' },
    { from: 'docs/team.md', to: 'team/team.md' },
    // The person's own Node runs it: the fuse by which Electron would is off.
    { from: 'out/cli/switchboardctl.mjs', to: 'cli/switchboardctl.mjs' },
  ],
  asar: true,
  extraMetadata: { homepage },
  // There are no native modules to build.
  npmRebuild: false,
  directories: { output: 'dist', buildResources: 'resources' },
  electronFuses: fuses,
  // AppImages of the default toolset need libfuse2, which current systems no longer bring.
  toolsets: { appimage: '1.0.3' },
  // The languages of Switchboard. Chromium's other locales are 40 MB.
  electronLanguages: ['en-US', 'en-GB', 'ru'],
  protocols: [{ name: 'Switchboard', schemes: ['switchboard'] }],
  publish: updateUrl ? { provider: 'generic', url: updateUrl } : null,
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    icon: 'resources/icons',
    category: 'Network;InstantMessaging',
    executableName: 'switchboard',
    // The entry is named as `desktopName` in package.json, which is what Linux knows the windows by.
    syncDesktopName: true,
    // For the AppImage, whose root it is relative to.
    extraFiles: [metainfo],
  },
  deb: {
    maintainer,
    fpm: metainfoOfPackage,
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
      // Ubuntu 24.04 and Debian 13 have it under the second name.
      'libasound2 | libasound2t64',
      'libgbm1',
    ],
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    extendInfo: {
      // Messages are received while the window is hidden.
      NSAppSleepDisabled: true,
      NSLocalNetworkUsageDescription:
        "Switchboard connects to your team's database or service if it is in your local network.",
    },
    icon: 'resources/icon.png',
    category: 'public.app-category.business',
    hardenedRuntime: true,
    minimumSystemVersion: '13.0',
  },
  rpm: {
    fpm: metainfoOfPackage,
    // The default list lacks the last two, without which Electron does not start on a minimal Fedora.
    depends: [
      'gtk3',
      'libnotify',
      'nss',
      'libXScrnSaver',
      '(libXtst or libXtst6)',
      'xdg-utils',
      'at-spi2-core',
      '(libuuid or libuuid1)',
      'libsecret',
      '(alsa-lib or libasound2)',
      '(mesa-libgbm or libgbm1)',
    ],
  },
  win: { target: ['nsis'], icon: 'resources/icon.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    // The uninstaller removes what the program itself registered.
    include: 'resources/uninstall.nsh',
  },
}

export default configuration
