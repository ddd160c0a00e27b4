import { launchChromium } from '../cdp.mjs'
import { startSchemeServer, SUFFIX } from '../scheme-server.mjs'

// What `env(titlebar-area-*)` says in a style sheet, in CSS; nothing where the window has no overlay
// (native_window_mac.mm: the three buttons are 54 wide, with the margin of the traffic light position on both sides).
function titleBarArea({ titleBarStyle, titleBarOverlay, trafficLightPosition } = {}) {
  if (!titleBarStyle || titleBarStyle === 'default' || !titleBarOverlay) return null
  const height = `${titleBarOverlay.height ?? 28}px`
  if (process.platform !== 'darwin') return { x: '0px', y: '0px', width: 'calc(100vw - 138px)', height }
  const x = 54 + 2 * (trafficLightPosition?.x ?? 7)
  return { x: `${x}px`, y: '0px', width: `calc(100vw - ${x}px)`, height }
}

/** Starts the Chromium of the program, once, with the server of its own schemes. */
export function createBrowser(world) {
  const { app, journal, opts, schemes, handled, known, windows, ctx, defaultSession } = world
  return async function ensureBrowser() {
    world.browser ??= (async () => {
      world.server = await startSchemeServer({
        journal,
        privileges: (s) => ({ ...(schemes.get(s) || {}), handled: handled().has(s), schemes: known() }),
        titleBarArea: () => titleBarArea([...windows.values()][0]?._o),
        call: (scheme, url, init) => handled().get(scheme)(new Request(url, init)),
      })
      const cdp = await launchChromium({
        userDataDir: app.getPath('userData'),
        headless: opts.headless,
        hostMap: { suffix: SUFFIX, port: world.server.port },
        spki: world.server.spki,
        network: opts.network,
        userAgent: defaultSession.getUserAgent(),
        switches: [...ctx.chromiumSwitches, ...(opts.chromiumArgs || [])],
        lang: opts.locale,
      })
      ctx.cdp = cdp
      process.versions.chrome = cdp.version.product.split('/')[1]
      await cdp.send('Target.setDiscoverTargets', { discover: true })
      // any page we did not make (target=_blank, ctrl/middle/shift click) is closed: the window-open handler was
      // consulted and decides
      const closeForeign = (t) => {
        journal('popup-target-closed', { url: t.url })
        cdp.send('Target.closeTarget', { targetId: t.targetId }).catch(() => {})
      }
      const closing = new Set()
      const foreign = ({ targetInfo: t }) => {
        if (t.type !== 'page' || ctx.owned.has(t.targetId) || closing.has(t.targetId)) return
        if (!t.openerId && (!t.url || t.url === 'about:blank' || /^data:text\/html,standin/.test(t.url))) return // maybe ours in the making, or a test's own newPage()
        closing.add(t.targetId)
        closeForeign(t)
      }
      cdp.on('Target.targetCreated', foreign)
      cdp.on('Target.targetInfoChanged', foreign)
      cdp.on('Target.targetDestroyed', ({ targetId }) => {
        for (const w of windows.values()) if (w.webContents._targetId === targetId) w._destroyed('target destroyed')
      })
      cdp.on('closed', () => {
        journal('browser-exit', {})
        if (!ctx.exiting) for (const w of [...windows.values()]) w._destroyed('browser exit')
      })
      await cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }).catch(() => {})
      ctx.notify({ t: 'browser', ws: cdp.wsEndpoint, pid: cdp.proc.pid })
      return cdp
    })()
    return world.browser
  }
}
