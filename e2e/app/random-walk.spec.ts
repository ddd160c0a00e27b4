import type { Page } from '@playwright/test'
import { createRandom, type Random } from '../../src/emulator/random.ts'
import type { Person } from '../../src/emulator/world/person.ts'
import { cutOffControls } from '../support/cut-off.ts'
import { expect, test, warehouseInit } from '../support/test.ts'

const walks = 12
const steps = 250
/** Of the first walk; playwright.config.ts draws one, and a failure says which it was. */
const firstSeed = Number(process.env['SWITCHBOARD_WALK_SEED'])

const keys = [
  ...['Enter', 'Escape', 'Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'],
  ...['PageUp', 'PageDown', 'Space', 'Delete', 'Backspace', 'F6', 'Shift+F10', 'Control+Enter', 'Control+a'],
  ...['Control+k', 'Control+f', 'Control+1', 'Control+2', 'Alt+ArrowDown', 'Alt+ArrowUp', 'Alt+e', '?'],
  ...['r', 'e', 'u', 'm', 'p', 'l', 'd', 's', 'j', 'k'],
]
const texts = ['hello', '/', '#', '2', '14:03', '+7999', 'Ж', 'שלום', '👍', ' ', 'x'.repeat(60)]
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 820 },
  { width: 1024, height: 700 },
  { width: 700, height: 800 },
  { width: 420, height: 800 },
]

// Nobody plans what is pressed here, so this finds what no planned test thought of. What is tried depends on what the
// page shows at that moment: a seed leads to the same kinds of steps, a failure lists the steps themselves.
for (const walk of Array.from({ length: walks }, (_, index) => index)) {
  test(`walk ${walk + 1}: whatever is pressed, the window stays whole @nightly`, async ({
    app,
    emulator,
    orderDesk,
  }) => {
    const random = createRandom(firstSeed + walk)
    const instances = [orderDesk, emulator.addInstance(warehouseInit)]
    const people = Array.from({ length: 14 }, (_, index) =>
      random.pick(instances).person(`7999000${1000 + index}`, { name: `Person ${index}` }),
    )
    const page = await app.open({ instances })
    const failures: string[] = []
    page.on('pageerror', ({ stack, message }) => failures.push(stack ?? message))
    page.on('console', (line) => line.type() === 'error' && failures.push(line.text()))
    page.on('dialog', (dialog) => void dialog.accept())
    page.context().on('page', (other) => void other.close())
    for (const person of people) person.says('Hello')

    const taken: string[] = []
    const acts: readonly (readonly [weight: number, act: () => Promise<string>])[] = [
      [50, () => press(page, random)],
      [30, () => pressKey(page, random.pick(keys))],
      [10, () => write(page, random.pick(texts))],
      [6, () => receive(random.pick(people), random.pick(texts))],
      [2, () => resize(page, random.pick(sizes))],
      [1, () => page.reload().then(() => 'reload')],
    ]
    const act = () => {
      let left = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0)
      return (acts.find(([weight]) => (left -= weight) < 0) ?? acts[0])?.[1]()
    }
    for (let step = 0; step < steps; step += 1) {
      taken.push((await act()) ?? '')
      const context = `seed ${firstSeed + walk}, after: ${taken.slice(-8).join(', ')}`
      expect(failures, context).toEqual([])
      await expect.poll(() => page.evaluate(faultsInSight), { message: context }).toEqual([])
      if (step % 10 === 0)
        await expect.poll(() => page.evaluate(cutOffControls), { message: `cut off, ${context}` }).toEqual([])
    }
  })
}

/** Presses the mouse on one of the controls in sight, as it is: half of them would not wait to be pressed. */
async function press(page: Page, random: Random): Promise<string> {
  const controls = await page.evaluate(controlsInSight)
  if (controls.length === 0) return pressKey(page, 'Escape')
  const { x, y, name } = random.pick(controls)
  const how = random.pick(['click', 'click', 'click', 'click', 'click', 'click', 'right click', 'double click'])
  if (how === 'double click') await page.mouse.dblclick(x, y)
  else await page.mouse.click(x, y, { button: how === 'click' ? 'left' : 'right' })
  return `${how} on ${name}`
}

async function receive(person: Person, text: string): Promise<string> {
  person.says(text)
  return `“${text}” comes`
}

async function pressKey(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  return key
}

async function write(page: Page, text: string): Promise<string> {
  await page.keyboard.type(text)
  return `“${text}”`
}

async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<string> {
  await page.setViewportSize(size)
  return `${size.width} by ${size.height}`
}

/** Middles of what takes a click, unless something lies over them or they end the program or its data. */
function controlsInSight(): { readonly x: number; readonly y: number; readonly name: string }[] {
  const selector =
    'button, a[href], input, textarea, label, summary, li, [role="row"], [role="option"], [role^="menuitem"]'
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const over = document.elementFromPoint(x, y)
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)
    if (width < 3 || over === null || !(element.contains(over) || over.contains(element))) return []
    return /Delete all data/.test(name) ? [] : [{ x, y, name: `${element.localName} “${name}”` }]
  })
}

/** What a person would report at once, whatever they were doing. */
function faultsInSight(): string[] {
  const faults: string[] = []
  const slip = /.{0,40}(\bundefined\b|\bNaN\b|\[object |Invalid Date).{0,20}/.exec(document.body.innerText)
  if (slip !== null) faults.push(`the page says “${slip[0]}”`)
  if (document.body.innerText.trim() === '') faults.push('the page is empty')
  for (const button of document.querySelectorAll('button')) {
    const name = button.ariaLabel ?? button.getAttribute('aria-labelledby') ?? button.textContent.trim()
    const isThere =
      button.checkVisibility({ visibilityProperty: true }) && button.closest('[aria-hidden="true"]') === null
    if (name === '' && isThere) faults.push(`a button has no name: ${button.outerHTML.slice(0, 200)}`)
  }
  // Suggestions and what opens beside a button leave the rest of the page to the person.
  const isOpen = document.querySelector('.dialog, .palette') !== null
  if (isOpen && document.activeElement === document.body) faults.push('the focus is outside of an open dialog')
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways')
  return faults
}
