// BrowserWindow, webContents, session, protocol and ipcMain on top of a real Chromium page. Each part takes the
// `world`: what they share, and what a later part adds for the ones before it.
import { createBrowser } from './pages/browser.mjs'
import { createBrowserWindow } from './pages/browser-window.mjs'
import { withApi } from './pages/contents-api.mjs'
import { withEvents } from './pages/contents-events.mjs'
import { withIpc } from './pages/contents-ipc.mjs'
import { withNavigation } from './pages/contents-navigation.mjs'
import { createContentsPage } from './pages/contents-page.mjs'
import { withRequests } from './pages/contents-requests.mjs'
import { createFrames } from './pages/frames.mjs'
import { IpcMainImpl } from './pages/ipc-main.mjs'
import { createPorts } from './pages/ports.mjs'
import { createSessions } from './pages/session.mjs'

export function createWindows(ctx) {
  const { app, journal, opts, unsupported } = ctx
  const schemes = new Map() // privileged: name -> privileges
  const windows = new Map()
  const contents = new Map()
  const handled = () => defaultSession.protocol._handlers
  const known = () =>
    new Set([...schemes.keys(), ...handled().keys()].filter((s) => !['http', 'https', 'file'].includes(s)))
  ctx.owned = new Set()
  const world = {
    ctx,
    app,
    journal,
    opts,
    unsupported,
    ipcMain: new IpcMainImpl(),
    schemes,
    windows,
    contents,
    handled,
    known,
    nextId: 1,
    browser: null,
    server: null,
    focusedId: null,
  }
  const { Session, defaultSession, sessionFor } = createSessions(world)
  const { MessagePortMain, MessageChannelMain } = createPorts()
  Object.assign(world, { defaultSession, sessionFor, MessagePortMain })
  world.ensureBrowser = createBrowser(world)
  world.WebFrameMain = createFrames(world)

  class WebContents extends withApi(
    withIpc(withNavigation(withRequests(withEvents(createContentsPage(world), world), world), world), world),
    world,
  ) {}
  WebContents.getAllWebContents = () => [...contents.values()]
  WebContents.getFocusedWebContents = () => windows.get(world.focusedId)?.webContents ?? null
  WebContents.fromId = (id) => contents.get(id)
  WebContents.fromFrame = (f) => f?._wc
  WebContents.fromDevToolsTargetId = (t) => [...contents.values()].find((w) => w._targetId === t)
  world.WebContents = WebContents
  const { BaseWindow, BrowserWindow } = createBrowserWindow(world)
  world.BrowserWindow = BrowserWindow

  const webFrameMain = {
    fromId: (p, r) => [...contents.values()].flatMap((w) => [...w._frames.values()]).find((f) => f.routingId === r),
    fromFrameToken: (p, t) =>
      [...contents.values()].flatMap((w) => [...w._frames.values()]).find((f) => f.frameToken === t) ?? null,
  }
  return {
    ipcMain: world.ipcMain,
    BrowserWindow,
    BaseWindow,
    webContents: WebContents,
    webFrameMain,
    session: Session,
    MessageChannelMain,
    protocol: defaultSession.protocol,
    defaultSession,
    windows,
    contents,
    handled,
    ensureBrowser: world.ensureBrowser,
    closeServer: () => world.server?.close(),
  }
}
