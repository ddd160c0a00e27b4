import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReadyToShow } from './show-when-ready.ts'

const createWindow = () =>
  Object.assign(new EventEmitter(), { webContents: new EventEmitter(), isDestroyed: () => false })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first sign shows the window, and none after it', () => {
  for (const sign of ['ready-to-show', 'did-finish-load', 'patience'] as const) {
    const window = createWindow()
    const shown = vi.fn<() => void>()
    whenReadyToShow(window, shown)
    expect(shown).not.toHaveBeenCalled()
    if (sign === 'ready-to-show') window.emit(sign)
    else if (sign === 'did-finish-load') window.webContents.emit(sign)
    else vi.advanceTimersByTime(10_000)
    expect(shown, sign).toHaveBeenCalledOnce()
    window.emit('ready-to-show')
    window.webContents.emit('did-finish-load')
    vi.advanceTimersByTime(10_000)
    expect(shown, sign).toHaveBeenCalledOnce()
  }
})

test('a window that was closed meanwhile is left alone', () => {
  const window = { ...createWindow(), once: () => undefined, isDestroyed: () => true }
  const shown = vi.fn<() => void>()
  whenReadyToShow(window, shown)
  vi.advanceTimersByTime(10_000)
  expect(shown).not.toHaveBeenCalled()
})
