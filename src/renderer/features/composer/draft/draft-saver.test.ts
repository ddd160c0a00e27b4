import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatKey } from '../../../../contract/index.ts'
import { DraftSaver } from './draft-saver.ts'

const first = 1 as ChatKey
const second = 2 as ChatKey

describe('DraftSaver', () => {
  let saved: (readonly [ChatKey, string])[]
  let timers: Map<number, () => void>
  let saver: DraftSaver

  beforeEach(() => {
    saved = []
    timers = new Map()
    let next = 0
    saver = new DraftSaver({
      save: (chat, text) => {
        saved.push([chat, text])
        return Promise.resolve(null)
      },
      retryAfter: () => null,
      onSaved: () => undefined,
      setTimer: (run) => {
        timers.set(++next, run)
        return next
      },
      clearTimer: (timer) => timers.delete(timer),
    })
  })

  const quiet = async () => {
    for (const run of [...timers.values()]) run()
    timers.clear()
    await new Promise((resolve) => setImmediate(resolve))
  }

  it('writes once after the last key', async () => {
    for (const text of ['h', 'he', 'hey']) saver.change(first, text)
    expect(timers.size).toBe(1)
    await quiet()
    expect(saved).toEqual([[first, 'hey']])
  })

  it('keeps the drafts of two chats apart', async () => {
    saver.change(first, 'for the first')
    saver.change(second, 'for the second')
    saver.flush(first)
    await quiet()
    expect(saved).toEqual([
      [first, 'for the first'],
      [second, 'for the second'],
    ])
  })

  it('writes next what a save gives back, in place of what was typed since', async () => {
    const merging = new DraftSaver({
      save(chat, text) {
        saved.push([chat, text])
        return Promise.resolve(text === 'hey' ? 'hello, hey you' : null)
      },
      retryAfter: () => null,
      onSaved: () => undefined,
      setTimer: (run) => timers.set(timers.size, run).size,
      clearTimer: (timer) => timers.delete(timer - 1),
    })
    merging.change(first, 'hey')
    merging.flush(first)
    merging.change(first, 'hey you')
    await new Promise((resolve) => setImmediate(resolve))
    await quiet()
    expect(saved).toEqual([
      [first, 'hey'],
      [first, 'hello, hey you'],
    ])
  })

  it('forgets what was sent', async () => {
    saver.change(first, 'sent')
    saver.forget(first)
    await quiet()
    expect(saved).toEqual([])
  })

  it('forgets also what waits behind a save that runs: it would bring the sent text back', async () => {
    saver.change(first, 'se')
    saver.flush(first)
    saver.change(first, 'sent')
    saver.flush(first)
    saver.forget(first)
    saver.change(first, 'next')
    await quiet()
    expect(saved).not.toContainEqual([first, 'sent'])
    expect(saved.at(-1)).toEqual([first, 'next'])
  })

  it('writes the newest of each chat before the window goes, whose saves are never answered', async () => {
    const reported: string[] = []
    const leaving = new DraftSaver({
      save: (_chat, text) => {
        reported.push(text)
        return new Promise(() => undefined)
      },
      retryAfter: () => null,
      onSaved: () => undefined,
      setTimer: () => 0,
      clearTimer: () => undefined,
    })
    leaving.change(first, 'se')
    leaving.flush(first)
    await new Promise((resolve) => setImmediate(resolve))
    leaving.change(first, 'sen')
    leaving.flush(first)
    leaving.change(first, 'sent')
    leaving.change(second, 'for the second')
    leaving.leave()
    expect(reported).toEqual(['se', 'sent', 'for the second'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(reported).toHaveLength(3)
  })

  it('keeps the order of saves of one chat, also after a failed one', async () => {
    const seen: string[] = []
    const slow = new DraftSaver({
      save: async (_chat, text) => {
        if (text === 'one') {
          await new Promise((resolve) => setImmediate(resolve))
          seen.push('one fails')
          throw new Error('disk')
        }
        seen.push(text)
        return null
      },
      retryAfter: () => null,
      onSaved: () => undefined,
      setTimer: () => 0,
      clearTimer: () => undefined,
    })
    for (const text of ['one', 'two', 'three']) {
      slow.change(first, text)
      slow.flush(first)
    }
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toEqual(['one fails', 'two', 'three'])
  })

  it('tries a text again until the store takes it, and says meanwhile that it is not saved', async () => {
    const full = new Error('the disk is full')
    const waits: number[] = []
    const reported: boolean[] = []
    let isFull = true
    const trying = new DraftSaver({
      save: (chat, text) => (isFull ? Promise.reject(full) : (saved.push([chat, text]), Promise.resolve(null))),
      retryAfter: (error) => (error === full ? 2000 : null),
      onSaved: (_, isSaved) => reported.push(isSaved),
      setTimer: (run, ms) => {
        waits.push(ms)
        return timers.set(waits.length, run).size
      },
      clearTimer: () => undefined,
    })
    trying.change(first, 'long thought about')
    for (let round = 0; round < 3; round += 1) await quiet()
    expect(trying.pending(first)).toBe('long thought about')
    expect([waits, reported]).toEqual([
      [300, 2000, 2000, 2000],
      [false, false, false],
    ])
    isFull = false
    await quiet()
    expect(saved).toEqual([[first, 'long thought about']])
    expect(reported.at(-1)).toBe(true)
    expect(trying.pending(first)).toBeNull()
  })

  describe('when the pipe breaks under a save', () => {
    const broken = new Error('the pipe broke')
    let fail: () => void
    const begin = async () => {
      saver = new DraftSaver({
        save: (chat, text) => {
          saved.push([chat, text])
          return saved.length > 1 ? Promise.resolve(null) : new Promise((_, reject) => (fail = () => reject(broken)))
        },
        retryAfter: (error) => (error === broken ? 300 : null),
        onSaved: () => undefined,
        setTimer: (run) => timers.set(timers.size, run).size,
        clearTimer: () => undefined,
      })
      saver.change(first, 'the last words')
      await quiet()
    }

    it('writes the text again', async () => {
      await begin()
      fail()
      await quiet()
      await quiet()
      expect(saved).toEqual([
        [first, 'the last words'],
        [first, 'the last words'],
      ])
    })

    it('writes what was typed since instead', async () => {
      await begin()
      saver.change(first, 'the very last words')
      fail()
      await quiet()
      await quiet()
      expect(saved.slice(1)).toEqual([[first, 'the very last words']])
    })

    it('leaves a text alone that was sent meanwhile', async () => {
      await begin()
      saver.forget(first)
      fail()
      await quiet()
      await quiet()
      expect(saved).toHaveLength(1)
    })
  })
})
