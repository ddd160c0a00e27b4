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
  'http://localhost:5173/index.html',
  'about:blank',
  'data:text/html,app://bundle/',
  '',
])('%s is not ours', (url) => {
  expect(isAppUrl(url)).toBe(false)
})
