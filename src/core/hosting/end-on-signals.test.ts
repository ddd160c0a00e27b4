import { expect, onTestFinished, test } from 'vitest'
import { endOnSignals } from './end-on-signals.ts'

function listening() {
  const done: string[] = []
  const off = endOnSignals({ stop: () => done.push('stop'), endImmediately: () => done.push('at once') })
  onTestFinished(off)
  return (...signals: readonly NodeJS.Signals[]) => {
    for (const signal of signals) process.emit(signal, signal)
    return done
  }
}

test('an interrupt and the request of the parent are one stop', () => {
  expect(listening()('SIGINT', 'SIGTERM')).toEqual(['stop'])
})

test('only a third request ends at once', () => {
  expect(listening()('SIGINT', 'SIGTERM', 'SIGINT')).toEqual(['stop', 'at once'])
})

test('a terminal that closes is one stop, however often it says so', () => {
  expect(listening()('SIGHUP', 'SIGHUP', 'SIGTERM', 'SIGHUP')).toEqual(['stop'])
})
