// Draws the PNG and ICO files from the SVG sources: `node tools/packing/icons.mjs`. Run it after a change of an SVG and
// commit what it writes; builds only copy it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../start/chromium.mjs'
import { icoFile } from './ico-file.mjs'
import { projectRoot } from '../project-root.mjs'

const resources = path.join(projectRoot, 'resources')
const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

async function main() {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const draw = async (svg, size, colour) => {
    const source = readFileSync(path.join(resources, svg), 'utf8').replaceAll('currentColor', colour ?? 'currentColor')
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${source}`)
    return page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: size, height: size } })
  }
  mkdirSync(path.join(resources, 'icons'), { recursive: true })
  const pictures = []
  for (const size of appSizes) {
    const png = await draw('icon.svg', size)
    pictures.push({ size, png })
    writeFileSync(path.join(resources, 'icons', `${size}x${size}.png`), png)
  }
  writeFileSync(path.join(resources, 'icon.png'), pictures.at(-1).png)
  writeFileSync(path.join(resources, 'icon.ico'), icoFile(pictures.filter(({ size }) => size <= 256)))
  for (const [name, size, colour] of [
    ['tray.png', 24, '#8a93a3'],
    ['tray@2x.png', 48, '#8a93a3'],
    ['trayTemplate.png', 18, '#000000'],
    ['trayTemplate@2x.png', 36, '#000000'],
    ['overlay.png', 32, '#d9363e'],
  ]) {
    writeFileSync(
      path.join(resources, name),
      await draw(name === 'overlay.png' ? 'overlay.svg' : 'tray.svg', size, colour),
    )
  }
  await browser.close()
}

await main()
