import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { findStaleSelectors, findUnmatched, findUnstyled, readWindow } from './style-sheets.mjs'

const entry = 'app/main.tsx'

/** `class, source`, with what styles it all the same. */
const exceptions = {
  'emoji, features/composer/composer-bar.tsx': 'a popover that holds the emoji picker, whose sheet has it',
  'emoji, features/conversation/pane/reaction-layer.tsx': 'a popover that holds the emoji picker, whose sheet has it',
  'row-wrap, ui/inspector/time-range-filter.tsx': 'stands in a popover, whose sheet has it',
  'two-fields, ui/inspector/time-range-filter.tsx': 'stands in a popover, whose sheet has it',
}

test('the sheets of a view are loaded with it, not only after another view was opened', () => {
  const files = readWindow(path.join(projectRoot, 'src/renderer'))
  expect(findUnstyled(files, entry, ['ui/css/base.css'])).toEqual(Object.keys(exceptions))
})

test('components name the classes that sheets style, and sheets style no others', () => {
  const files = readWindow(path.join(projectRoot, 'src/renderer'))
  expect(findUnmatched(files)).toEqual({ unstyled: [], unnamed: [] })
})

test('tests, pictures and measurements select by no class that the window lost', () => {
  const files = readWindow(path.join(projectRoot, 'src/renderer'))
  const scripts = ['e2e', 'bench', 'tools/pictures'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true })
      .filter((name) => /\.m?ts$/.test(name))
      .map((name) => [name, readFileSync(path.join(projectRoot, folder, name), 'utf8')]),
  )
  expect(findStaleSelectors(files, scripts)).toEqual([])
})

test('a selector of a lost class is found', () => {
  const files = new Map([['one.css', '.mark.is-on {}']])
  const script = 'page.locator(\'.mark.is-on [name="a.b"], .gone\').click(); row.querySelector(`.mark ${other}`)'
  expect(findStaleSelectors(files, [['one.spec.ts', script]])).toEqual(['gone, one.spec.ts'])
})

test('a class without a rule and a rule without an element are found', () => {
  const source = 'const part = <p className="mark gone">{`st-${state}`}</p>'
  const files = new Map([
    ['one.tsx', source],
    ['one.css', '.mark {} .st-sent {} .left-over {}'],
  ])
  expect(findUnmatched(files)).toEqual({ unstyled: ['gone'], unnamed: ['left-over'] })
})

const view = (text) => new Map(Object.entries({ [entry]: `import('../one.tsx')\nimport('../two.tsx')`, ...text }))

test('a class of a sheet that another view imports is found', () => {
  const two = `import './two.css'\nconst second = <p className="mark" />`
  const files = view({ 'one.tsx': `const first = <p className="mark" />`, 'two.tsx': two, 'two.css': '.mark {}' })
  expect(findUnstyled(files, entry, [])).toEqual(['mark, one.tsx'])
  files.set('one.tsx', `import './two.css'\n${files.get('one.tsx')}`)
  expect(findUnstyled(files, entry, [])).toEqual([])
})

test('what a view loads late has the sheets of all that load it', () => {
  const files = view({
    'one.tsx': `import './one.css'\nimport('./late.tsx')`,
    'two.tsx': '',
    'late.tsx': `const late = <p className={cx('mark', on && 'is-on')} />`,
    'one.css': '@layer ui { .mark, .mark.is-on {} }',
  })
  expect(findUnstyled(files, entry, [])).toEqual([])
  files.set('two.tsx', `import('./late.tsx')`)
  expect(findUnstyled(files, entry, [])).toEqual(['is-on, late.tsx', 'mark, late.tsx'])
})
