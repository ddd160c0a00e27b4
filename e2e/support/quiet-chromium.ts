import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../tools/start/chromium.mjs'

/**
 * What Playwright switches off by itself, since the last such flag alone counts, and the pages of Chromium's own
 * address bar: it makes them for every window, and they cost as much as a small page of ours.
 */
const notDriven = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'TcpPortRandomizationWin',
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** Flags of a Chromium that calls nobody and makes no pages but the ones it is asked for. */
export const quietChromium: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${notDriven.join(',')}`,
]

/** The machine's own Chromium, without what it does in the background: for measurements and pictures. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: [...quietChromium] })
}
