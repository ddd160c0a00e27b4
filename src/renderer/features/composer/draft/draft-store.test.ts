import { describe, expect, it } from 'vitest'
import { draftAfter, draftToStore } from '../../../../contract/text/merge-text.ts'
import type { Draft } from './draft-store.ts'
import {
  afterSave,
  changedChoices,
  draftOf,
  isSameDraft,
  saveOf,
  sendIdOf,
  whileSent,
  withTakenBack,
  withoutSent,
} from './draft-store.ts'

const typed: Draft = {
  text: 'Ready',
  quote: null,
  lastSubmission: null,
  linkPreview: true,
  quickReply: null,
  atCore: '',
  unanswered: [],
  choicesAtCore: { quote: null, quickReply: null, linkPreview: true },
  isDraftStored: false,
  isGoing: false,
}

const saved = (text: string) => ({ text, isSent: false })

const save = { id: 'save of Ready', text: 'Ready' }

describe('a draft after core has saved it', () => {
  const sent = whileSent(typed, save)

  it('is stored, but for what was changed since', () => {
    expect(afterSave(sent, sent, save, saved('Ready'))).toEqual({ ...typed, atCore: 'Ready', isDraftStored: true })
    expect(afterSave({ ...sent, text: 'Ready at' }, sent, save, saved('Ready')).isDraftStored).toBe(false)
    expect(afterSave({ ...sent, linkPreview: 'large' }, sent, save, saved('Ready')).isDraftStored).toBe(false)
  })

  it('has what another window typed at the same time, and what was typed here since', () => {
    expect(afterSave(sent, sent, save, saved('Hello. Ready'))).toMatchObject({
      text: 'Hello. Ready',
      isDraftStored: true,
    })
    const since = afterSave({ ...sent, text: 'Ready at noon' }, sent, save, saved('Hello. Ready'))
    expect(since).toMatchObject({ text: 'Hello. Ready at noon', atCore: 'Hello. Ready', isDraftStored: false })
  })

  it('knows every text that core may have while answers are missing', () => {
    const saveAll = (texts: readonly string[]): Draft =>
      texts.reduce((now, text) => whileSent(now, saveOf(now, text)), typed)
    const { unanswered } = saveAll(['R', 'Re', 'Rea', 'Read', 'Ready', 'Ready'])
    expect(unanswered.map(({ text }) => text)).toEqual(['Rea', 'Read', 'Ready'])
    const [, read = save, ready = save] = unanswered
    // A repeated save is the same one, but not where another one came between.
    expect(saveOf({ ...typed, unanswered }, 'Ready')).toBe(ready)
    expect(saveOf({ ...typed, unanswered }, 'Read').id).not.toBe(read.id)
    expect(afterSave({ ...typed, unanswered }, typed, read, saved('Read')).unanswered).toEqual([ready])
  })
})

describe('a draft into which a message comes back', () => {
  it('has it once, below what is written, whichever answer comes first', () => {
    const sent = whileSent(typed, save)
    const writtenOn = { ...sent, text: 'Really, Ready at noon' }
    const both = 'Really, Ready at noon\nSorry'
    const back = withTakenBack(writtenOn, 'Sorry')
    expect(back.text).toBe(both)
    // Core put it below the text that was on its way.
    expect(afterSave(back, sent, save, saved('Ready\nSorry')).text).toBe(both)
    const shown = afterSave(writtenOn, sent, save, saved('Ready\nSorry'))
    expect(withTakenBack(shown, 'Sorry').text).toBe(both)
    expect(withTakenBack(typed, 'Ready').text).toBe('Ready\nReady')
  })

  it('is it alone where nothing was written', () => {
    expect(withTakenBack({ ...typed, text: ' ' }, 'Sorry')).toMatchObject({ text: 'Sorry', atCore: 'Sorry' })
    expect(withTakenBack({ ...typed, text: '' }, '').text).toBe('')
  })
})

describe('the idempotency key of a submission', () => {
  const submitted: Draft = { ...typed, lastSubmission: { id: 'a send', text: 'Ready', quote: null, uploads: 'a b' } }

  it('is the one of the last submission for the same text, quote and files', () => {
    expect(sendIdOf(submitted, 'Ready', 'a b')).toBe('a send')
  })

  it('outlives the window, which core knows of the last submission', () => {
    const stored = { draftText: 'Ready', draftQuote: null, draftReply: null, draftLinkPreview: true } as const
    expect(sendIdOf(draftOf({ ...stored, draftSend: 'a send' }), 'Ready')).toBe('a send')
    expect(draftOf({ ...stored, draftSend: null }).lastSubmission).toBeNull()
  })

  it('is a new one for anything else', () => {
    const quote = { key: 1 } as Draft['quote']
    expect(sendIdOf(submitted, 'Ready at noon', 'a b')).toBeUndefined()
    expect(sendIdOf(submitted, 'Ready', 'a')).toBeUndefined()
    expect(sendIdOf({ ...submitted, quote }, 'Ready', 'a b')).toBeUndefined()
    expect(sendIdOf(typed, 'Ready')).toBeUndefined()
  })
})

describe('what is chosen beside the text', () => {
  const stored = { draftText: '', draftQuote: null, draftSend: null, draftReply: null, draftLinkPreview: true } as const
  const opened = draftOf(stored)

  it('is saved where it was chosen here, so that what another window chose stays', () => {
    expect(changedChoices({ ...opened, text: 'Ready' })).toEqual({})
    expect(changedChoices({ ...opened, linkPreview: 'large' })).toEqual({ linkPreview: 'large' })
  })

  it('counts as chosen here until core has it, and no longer', () => {
    const chosen: Draft = { ...opened, text: 'Ready', linkPreview: false }
    const sent = whileSent(chosen, save)
    expect(changedChoices(sent)).toEqual({ linkPreview: false })
    expect(changedChoices(afterSave(sent, sent, save, saved('Ready')))).toEqual({})
    const since = { ...sent, linkPreview: true as const }
    expect(changedChoices(afterSave(since, sent, save, saved('Ready')))).toEqual({ linkPreview: true })
  })

  it('stays for the rest of the text where it was chosen while the message went', () => {
    const [first, second] = [{ key: 1 }, { key: 2 }] as [Draft['quote'], Draft['quote']]
    const sent: Draft = { ...opened, text: 'Ready', quote: first }
    expect(withoutSent(sent, sent)).toMatchObject({ text: '', quote: null })
    expect(withoutSent({ ...sent, text: 'Ready at', quote: second }, sent)).toMatchObject({
      text: ' at',
      quote: second,
    })
  })

  it('went with the message', () => {
    const chosen: Draft = { ...opened, text: 'Ready', linkPreview: false }
    expect(
      changedChoices(
        withoutSent({ ...chosen, choicesAtCore: { ...opened.choicesAtCore, linkPreview: false } }, chosen),
      ),
    ).toEqual({})
  })
})

describe('a text that is sent while it is typed on', () => {
  /**
   * What becomes of a call: it is answered at once, or after the next calls; its answer is lost, alone or with those
   * before it; or the call itself and those that follow.
   */
  const endings = ['now', 'late', 'lost', 'allLost', 'neverCame'] as const
  type Ending = (typeof endings)[number]

  /** A window that types, saves, sends and saves again; then the connection is back and the window saves once more. */
  function live(ofCalls: readonly Ending[]): readonly [sent: string, draft: string, shown: string] {
    let core = ''
    const saves = new Set<string>()
    let arrived: string | null = null
    let now: Draft = { ...typed, text: '' }
    let late: (() => void)[] = []
    const answerLate = (): void => {
      for (const answered of late) answered()
      late = []
    }
    let isDown = false
    const call = (ending: Ending, run: () => () => void): void => {
      if (ending === 'lost') answerLate()
      if (ending === 'allLost' || ending === 'neverCame') late = []
      isDown ||= ending === 'neverCame'
      if (isDown) return
      const answered = run()
      // Answers keep their order.
      if (ending === 'now' || ending === 'late') late.push(answered)
      if (ending === 'now') answerLate()
    }
    const save = (ending: Ending): void => {
      const going = now
      const its = saveOf(now, now.text)
      now = whileSent(now, its)
      call(ending, () => {
        const { lastSubmission: last, atCore: before, unanswered } = going
        const isSent = last !== null && last.id === arrived
        const hasArrived = (id: string): boolean => saves.has(id)
        core = draftToStore({ text: going.text, before, unanswered }, core, hasArrived, isSent ? last.text : '')
        saves.add(its.id)
        const stored = core
        return () => {
          now = afterSave(now, going, its, { text: stored, isSent })
        }
      })
    }
    const type = (letters: string): void => {
      now = { ...now, text: now.text + letters, isDraftStored: false }
    }
    const [first = 'now', submitted = 'now', send = 'now', next = 'now'] = ofCalls
    type('Ready')
    save(first)
    type(' at')
    const going = now
    now = { ...now, lastSubmission: { id: 'a send', text: going.text, quote: null, uploads: '' } }
    save(submitted)
    call(send, () => {
      arrived = 'a send'
      core = draftAfter(going.text, core)
      return () => {
        if (now.lastSubmission !== null) now = withoutSent(now, going)
      }
    })
    type('\nAt noon')
    save(next)
    answerLate()
    // It changes under the person's hands before the window hears of it.
    now = { ...now, text: now.text.replace('At noon', 'By nine') }
    if (arrived === null) now = { ...now, text: now.text.replace('Ready', 'Done') }
    isDown = false
    save('now')
    return [arrived === null ? '' : going.text, core, now.text]
  }

  const all = endings.flatMap((first) =>
    endings.flatMap((submitted) =>
      endings.flatMap((send) => endings.map((next) => [first, submitted, send, next] as const)),
    ),
  )

  it('stands once, in the message or in the draft, whichever answers come late or never', () => {
    for (const ending of all) {
      const [sent, draft, shown] = live(ending)
      expect(sent + draft, ending.join()).toBe(`${sent === '' ? 'Done' : 'Ready'} at\nBy nine`)
      expect(shown, ending.join()).toBe(draft)
    }
  })
})

it('takes a blank text for none, as core does, and any choice for another draft', () => {
  expect(isSameDraft({ ...typed, text: ' \n' }, { ...typed, text: '' })).toBe(true)
  expect(isSameDraft(typed, { ...typed, isDraftStored: true, isGoing: true })).toBe(true)
  expect(isSameDraft(typed, { ...typed, text: '' })).toBe(false)
  expect(isSameDraft(typed, { ...typed, linkPreview: 'large' })).toBe(false)
  const own = { size: 'small', title: 'Lamp', description: '', link: '', picture: '' } as const
  expect(isSameDraft({ ...typed, linkPreview: own }, { ...typed, linkPreview: { ...own } })).toBe(true)
  expect(isSameDraft({ ...typed, linkPreview: own }, { ...typed, linkPreview: { ...own, title: 'Desk' } })).toBe(false)
})
