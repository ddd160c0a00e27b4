// A main program that serves only rpc's conformance calls, over the product's own transport, scheme and preload. It
// runs on the stand-in as it is: Node strips its types.
import { app, BrowserWindow } from 'electron'
import path from 'node:path'
import { appPage, isTrustedSender } from '../../src/main/window/app-origin.ts'
import { handleAppScheme, registerAppScheme } from '../../src/main/window/app-scheme.ts'
import { listenToPages } from '../../src/main/ipc-transport.ts'
import { createConformanceHost } from '../../src/rpc/testing/conformance.ts'

app.enableSandbox()
registerAppScheme()
const host = createConformanceHost()

void app.whenReady().then(() => {
  const page = '<!doctype html><title>Pipe</title>'
  handleAppScheme(
    async () => new Response(page, { headers: { 'content-type': 'text/html' } }),
    () => {},
  )
  listenToPages({
    isTrusted: (frame) => isTrustedSender(frame),
    onLink: (link) => void host.accept(link),
    onRefused: () => undefined,
  })
  const preload = path.resolve(import.meta.dirname, '../../out/preload/index.cjs')
  const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(appPage)
})
