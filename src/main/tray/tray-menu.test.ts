import { expect, test } from 'vitest'
import { hostStrings } from '../host-strings.ts'
import { programsState, trayMenuTemplate } from './tray-menu.ts'

function menuOf(language: 'en' | 'ru', settings: Parameters<typeof programsState>[0]) {
  const calls: unknown[] = []
  const items = trayMenuTemplate({
    strings: hostStrings(language, []),
    programs: programsState(settings),
    onOpen: () => calls.push('open'),
    onPausePrograms: (paused) => calls.push({ paused }),
    onQuit: () => calls.push('quit'),
  })
  for (const { click } of items) (click as (() => void) | undefined)?.()
  return { labels: items.map(({ label, type }) => label ?? type), calls }
}

test('the tray pauses and resumes all programs while programs may connect', () => {
  expect(menuOf('en', { programs: true, programSendsPaused: false })).toEqual({
    labels: ['Open Switchboard', 'separator', 'Pause all programs', 'separator', 'Quit Switchboard'],
    calls: ['open', { paused: true }, 'quit'],
  })
  expect(menuOf('ru', { programs: true, programSendsPaused: true })).toEqual({
    labels: ['Открыть Switchboard', 'separator', 'Возобновить программы', 'separator', 'Завершить Switchboard'],
    calls: ['open', { paused: false }, 'quit'],
  })
})

test.for([false, true])('no program may connect, paused %s: nothing to pause', (programSendsPaused) => {
  expect(menuOf('en', { programs: false, programSendsPaused }).labels).toEqual([
    'Open Switchboard',
    'separator',
    'Quit Switchboard',
  ])
})
