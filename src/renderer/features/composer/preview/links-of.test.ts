import { expect, test } from 'vitest'
import { linksOf } from './links-of.ts'

test.each([
  ['See https://shop.example/lamp?x=1.', '', 'shop.example/lamp', 'shop.example/lamp', false],
  ['See https://shop.example/lamp', 'https://shop.example/other', 'shop.example/lamp', 'shop.example/other', false],
  ['See https://shop.example/lamp', 'https://bank.example', 'shop.example/lamp', 'bank.example', true],
  ['See www.shop.example', 'http://www.shop.example', 'www.shop.example', 'www.shop.example', false],
  ['write to a@shop.example', 'https://shop.example', '', 'shop.example', false],
  ['no link', 'https://', '', '', false],
])('of %j and %j the text opens %j, the preview names %j', (text, link, real, named, differ) => {
  expect(linksOf(text, link)).toEqual({ real, named, differ })
})
