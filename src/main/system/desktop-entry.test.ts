import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { desktopEntry } from './desktop-entry.ts'

test('an autostart entry survives spaces, quotes and percent signs', () => {
  expect(desktopEntry(['/opt/My App/100%', '--background'])).toContain('Exec="/opt/My App/100%%" "--background"\n')
  expect(desktopEntry(['a"b', '%U'])).toContain('Exec="a\\\\"b" %U\n')
})

// Few machines have the validator.
test.skipIf(spawnSync('desktop-file-validate', ['--help']).error !== undefined)('entries are valid', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-entries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const image = '/home/anna/My $1 `x` "100%" \\ Switchboard.AppImage'
  const entries = {
    autostart: desktopEntry([image, '--background']),
    links: desktopEntry([image, '%U'], ['MimeType=x-scheme-handler/switchboard;', 'NoDisplay=true']),
  }
  for (const [name, text] of Object.entries(entries)) {
    const file = path.join(folder, `${name}.desktop`)
    writeFileSync(file, text)
    const { status, stdout } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  }
})
