// Starts Chromium with a CDP pipe (ours) and a CDP port (for the test driver's Playwright).
// Chromium dies when the pipe closes, so a killed main process leaves no browser behind.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

function findChromium() {
  if (process.env.STANDIN_CHROMIUM) return process.env.STANDIN_CHROMIUM
  for (const d of (process.env.PATH || '').split(path.delimiter))
    for (const n of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
      const f = path.join(d, n)
      if (fs.existsSync(f)) return f
    }
  throw new Error('stand-in: no Chromium found; set STANDIN_CHROMIUM')
}

class Cdp extends EventEmitter {
  #id = 0
  #pending = new Map()
  #buf = []
  closed = false
  sessions = new Map()
  constructor(proc) {
    super()
    this.setMaxListeners(0)
    this.proc = proc
    this.w = proc.stdio[3]
    this.r = proc.stdio[4]
    this.w.on('error', () => {})
    this.r.on('data', (b) => this.#data(b))
    const end = () => {
      if (this.closed) return
      this.closed = true
      for (const p of this.#pending.values()) p.reject(new Error('stand-in: browser is gone'))
      this.#pending.clear()
      this.emit('closed')
    }
    this.r.on('close', end)
    proc.on('exit', end)
  }
  #data(b) {
    let start = 0
    for (;;) {
      const i = b.indexOf(0, start)
      if (i < 0) {
        if (start < b.length) this.#buf.push(b.subarray(start))
        return
      }
      const msg = JSON.parse(Buffer.concat([...this.#buf, b.subarray(start, i)]).toString())
      this.#buf = []
      start = i + 1
      if (process.env.STANDIN_CDP_LOG)
        process.stderr.write(
          '< ' +
            (msg.method || this.#pending.get(msg.id)?.method + (msg.error ? ' ERR ' + msg.error.message : ' ok')) +
            ' ' +
            JSON.stringify(msg.params || {}).slice(0, 150) +
            '\n',
        )
      if (msg.id) {
        const p = this.#pending.get(msg.id)
        this.#pending.delete(msg.id)
        if (p)
          msg.error
            ? p.reject(Object.assign(new Error(`${p.method}: ${msg.error.message}`), { code: msg.error.code }))
            : p.resolve(msg.result)
      } else if (msg.sessionId) this.sessions.get(msg.sessionId)?.emit(msg.method, msg.params)
      else this.emit(msg.method, msg.params)
    }
  }
  send(method, params = {}, sessionId) {
    if (this.closed) return Promise.reject(new Error('stand-in: browser is gone'))
    if (process.env.STANDIN_CDP_LOG)
      process.stderr.write('> ' + method + ' ' + JSON.stringify(params).slice(0, 150) + '\n')
    return new Promise((resolve, reject) => {
      const id = ++this.#id
      this.#pending.set(id, { resolve, reject, method })
      this.w.write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    })
  }
  session(sessionId) {
    const s = new EventEmitter()
    s.setMaxListeners(0)
    s.id = sessionId
    s.send = (m, p) => this.send(m, p, sessionId)
    this.sessions.set(sessionId, s)
    return s
  }
}

export async function launchChromium({ userDataDir, headless, hostMap, spki, network, userAgent, switches, lang }) {
  const profile = path.join(userDataDir, 'standin-chromium')
  fs.mkdirSync(profile, { recursive: true })
  for (const n of ['DevToolsActivePort', 'SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    fs.rmSync(path.join(profile, n), { force: true })
  const rules = [`MAP *${hostMap.suffix}:443 127.0.0.1:${hostMap.port}`]
  if (network !== 'all') rules.push('MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost', 'EXCLUDE [::1]')
  const args = [
    ...(headless ? ['--headless=new', '--hide-scrollbars=false', '--disable-gpu'] : []),
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--block-new-web-contents',
    '--disable-extensions',
    '--disable-component-update',
    '--disable-background-networking',
    '--disable-sync',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-search-engine-choice-screen',
    '--metrics-recording-only',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    '--deny-permission-prompts',
    '--disable-infobars',
    '--test-type',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    '--force-color-profile=srgb',
    '--disable-features=Translate,OptimizationHints,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,GlobalMediaControls,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
    `--host-resolver-rules=${rules.join(', ')}`,
    `--ignore-certificate-errors-spki-list=${spki}`,
    `--user-agent=${userAgent}`,
    `--lang=${lang}`,
    // A start is a third cheaper where the drawing and the network have no processes of their own.
    '--in-process-gpu',
    '--enable-features=NetworkServiceInProcess2',
    // The zygote prepares sandboxed processes, and costs more than the one page that comes from it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--no-zygote'] : []),
    ...(process.env.STANDIN_JS_FLAGS ? [`--js-flags=${process.env.STANDIN_JS_FLAGS}`] : []),
    ...switches,
  ]
  const proc = spawn(findChromium(), args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_CHANNEL_FD: undefined },
  })
  let err = ''
  proc.stderr.on('data', (b) => {
    err = (err + b).slice(-20000)
  })
  proc.stdout.resume()
  await new Promise((resolve, reject) => {
    proc.once('error', reject)
    proc.once('spawn', resolve)
  })
  const cdp = new Cdp(proc)
  cdp.stderr = () => err
  cdp.profile = profile
  try {
    cdp.version = await cdp.send('Browser.getVersion')
  } catch {
    throw new Error('stand-in: Chromium did not start\n' + err)
  }
  while (!cdp.wsEndpoint && !cdp.closed) {
    try {
      const [port, p] = fs.readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      if (p) cdp.wsEndpoint = `ws://127.0.0.1:${port}${p}`
    } catch {}
    if (!cdp.wsEndpoint) await new Promise((r) => setTimeout(r, 20))
  }
  return cdp
}

// Visible mode: ask the running browser (through its process singleton) for a chromeless "app" window.
export function openAppWindow(cdp, b) {
  const id = 'standin' + Math.random().toString(36).slice(2)
  return new Promise((resolve, reject) => {
    const done = (v, e) => {
      clearTimeout(t)
      cdp.off('Target.targetCreated', on)
      cdp.off('Target.targetInfoChanged', on)
      e ? reject(e) : resolve(v)
    }
    const on = ({ targetInfo: i }) => {
      if (i.type === 'page' && i.url.includes(id)) done(i.targetId)
    }
    const t = setTimeout(() => done(null, new Error('timeout')), 4000)
    cdp.on('Target.targetCreated', on)
    cdp.on('Target.targetInfoChanged', on)
    const p = spawn(
      findChromium(),
      [
        `--user-data-dir=${cdp.profile}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--test-type',
        '--no-first-run',
        `--app=data:text/html,${id}`,
        `--window-size=${b.width},${b.height}`,
      ],
      { stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '' } },
    )
    p.on('error', (e) => done(null, e))
  })
}
