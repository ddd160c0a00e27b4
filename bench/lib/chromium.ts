import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'

/** The machine's own Chromium, without what it does in the background. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['SWITCHBOARD_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** What the window is measured in. */
export const benchWindow = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' } as const
