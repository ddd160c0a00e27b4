import { expect, test } from 'vitest'
import { isAppUrl, isTrustedSender } from './app-origin.ts'

const page = 'app://bundle/index.html'

test('only the main frame of our own page is trusted', () => {
  expect(isTrustedSender({ url: page, parent: null })).toBe(true)
  expect(isTrustedSender({ url: page, parent: {} })).toBe(false)
  expect(isTrustedSender(null)).toBe(false)
})

test.for([
  'app://bundle.evil.example/index.html',
  'app://evil/index.html',
  'app:bundle',
  'https://bundle/',
  'https://app/bundle',
  'file:///app/bundle',
  'about:blank',
  'data:text/html,app://bundle/',
  '',
])('%s is not ours', (url) => {
  expect(isAppUrl(url)).toBe(false)
})

test('the development server counts only where one was named, and only by its whole origin', () => {
  expect(isAppUrl('http://localhost:5173/x', 'http://localhost:5173')).toBe(true)
  expect(isAppUrl('http://localhost:5174/x', 'http://localhost:5173')).toBe(false)
  expect(isAppUrl('http://localhost:5173/x')).toBe(false)
  expect(isAppUrl('null', 'nonsense')).toBe(false)
})
