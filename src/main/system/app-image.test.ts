import { expect, test } from 'vitest'
import { ownAppImage } from './app-image.ts'

const image = '/home/anna/Switchboard-1.1.0.AppImage'

test.runIf(process.platform === 'linux').each([
  ['our own mount', { APPIMAGE: image, APPDIR: '/mnt/.mount_SwA' }, '/mnt/.mount_SwA/switchboard', image],
  [
    'a mount that begins alike',
    { APPIMAGE: image, APPDIR: '/mnt/.mount_Sw' },
    '/mnt/.mount_SwA/switchboard',
    undefined,
  ],
  [
    "another program's mount",
    { APPIMAGE: '/opt/Editor.AppImage', APPDIR: '/mnt/.mount_Ed' },
    '/opt/Switchboard/switchboard',
    undefined,
  ],
  ['no mount', { APPIMAGE: image }, '/opt/Switchboard/switchboard', undefined],
  ['no AppImage', {}, '/opt/Switchboard/switchboard', undefined],
])('with the variables of %s', (_, env, execPath, expected) => {
  expect(ownAppImage(env, execPath)).toBe(expected)
})
