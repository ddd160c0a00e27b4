import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFirstLink, tokeniseText } from './tokenise-text.ts'

const links = (text: string) =>
  tokeniseText(text).flatMap((token) => (token.kind === 'link' ? [[token.text, token.href]] : []))

describe('tokeniseText', () => {
  it.each([
    ['See https://example.com/a?b=c#d.', 'https://example.com/a?b=c#d'],
    ['(https://en.example.org/wiki/Bay_(dock))', 'https://en.example.org/wiki/Bay_(dock)'],
    ['Смотри http://пример.рф/путь, там', 'http://пример.рф/путь'],
    ['“https://example.com/x”', 'https://example.com/x'],
    ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM'],
  ])('finds the address in %s', (text, address) => {
    expect(links(text)).toEqual([[address, address]])
  })

  it.each([
    ['参见https://example.com。', 'https://example.com'],
    ['（https://example.com/baz）です', 'https://example.com/baz'],
    ['https://example.com/guide，详见', 'https://example.com/guide'],
    ['«https://example.com/a»', 'https://example.com/a'],
    ['انظر https://example.com/a؟ نعم', 'https://example.com/a'],
    ['देखें https://example.com/a।', 'https://example.com/a'],
    [
      'https://ja.wikipedia.org/wiki/ジョン・レノン_(曖昧さ回避)',
      'https://ja.wikipedia.org/wiki/ジョン・レノン_(曖昧さ回避)',
    ],
    ['https://fr.wikipedia.org/wiki/L’Équipe.', 'https://fr.wikipedia.org/wiki/L’Équipe'],
    ['https://example.com/1914–1918', 'https://example.com/1914–1918'],
    ['https://выставить-счет.рф/blanki/akt/#akt', 'https://выставить-счет.рф/blanki/akt/#akt'],
    ['https://maps.example.com/@39.90,116.40,12z', 'https://maps.example.com/@39.90,116.40,12z'],
  ])('ends the address in %s before the punctuation of its script', (text, address) => {
    expect(links(text)).toEqual([[address, address]])
  })

  it('takes www as https and an address of mail as mailto', () => {
    expect(links('www.example.com or desk@example.com!')).toEqual([
      ['www.example.com', 'https://www.example.com'],
      ['desk@example.com', 'mailto:desk@example.com'],
    ])
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://',
    'http://x',
    'a@b',
    'xhttps://example.com',
  ])('leaves %s alone', (text) => expect(links(text)).toEqual([]))

  it('ends an address at bidi and zero-width characters', () => {
    expect(links('https://example.com/\u202Egpj.exe')).toEqual([['https://example.com/', 'https://example.com/']])
    expect(links('https://exa\u200Bmple.com')).toEqual([])
  })

  it('never loses or adds a character, and only makes links of the three schemes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('https://', 'www.', 'a@b.c', '.', ')', '(', ' ', '\u202e'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const tokens = tokeniseText(text)
        expect(tokens.map((token) => token.text).join('')).toBe(text)
        const hrefs = tokens.flatMap((token) => (token.kind === 'link' ? [token.href] : []))
        expect(hrefs.filter((href) => !/^(https?:\/\/|mailto:)/i.test(href))).toEqual([])
      }),
    )
  })

  it('finds the first address that can be opened', () => {
    expect(findFirstLink('desk@example.com or HTTPS://Example.com/A。次')).toBe('https://example.com/A')
    expect(findFirstLink('https://')).toBeNull()
  })

  it('stays fast on 100,000 hostile characters', () => {
    const started = process.threadCpuUsage()
    for (const unit of ['a', 'a.', 'www.', '@', 'https://(', 'a@a.', '))))']) {
      tokeniseText(unit.repeat(100_000 / unit.length))
      tokeniseText(`https://example.com/${unit.repeat(100_000 / unit.length)}`)
    }
    // Of this thread alone: how busy the machine is does not count.
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(3000)
  })
})
