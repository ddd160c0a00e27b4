// What lies around the program: theme, power, screen.
import { EventEmitter } from 'node:events'

export function addSurroundings(ctx, M) {
  const { journal } = ctx
  let themeSource = 'system'
  let systemDark = false
  M.nativeTheme = Object.defineProperties(new EventEmitter(), {
    themeSource: {
      get: () => themeSource,
      set: (v) => {
        if (!['system', 'light', 'dark'].includes(v)) throw new TypeError('themeSource')
        themeSource = v
        journal('themeSource', { v })
        theme()
      },
    },
    shouldUseDarkColors: { get: () => (themeSource === 'system' ? systemDark : themeSource === 'dark') },
    shouldUseHighContrastColors: { value: false },
    shouldUseInvertedColorScheme: { value: false },
    shouldUseDarkColorsForSystemIntegratedUI: { get: () => systemDark },
    inForcedColorsMode: { value: false },
    prefersReducedTransparency: { value: false },
    shouldDifferentiateWithoutColor: { value: false },
  })
  const theme = () => {
    for (const w of ctx.win.contents.values()) w._media()
    M.nativeTheme.emit('updated')
  }
  ctx.colorScheme = () => (M.nativeTheme.shouldUseDarkColors ? 'dark' : 'light')
  ctx.set.systemDark = (v) => {
    systemDark = v
    theme()
  }
  let idle = 0,
    idleState = 'active',
    battery = false
  M.powerMonitor = Object.assign(new EventEmitter(), {
    getSystemIdleTime: () => idle,
    getSystemIdleState: (t) => (idleState !== 'active' ? idleState : idle >= t ? 'idle' : 'active'),
    getCurrentThermalState: () => 'nominal',
    isOnBatteryPower: () => battery,
  })
  Object.defineProperty(M.powerMonitor, 'onBatteryPower', { get: () => battery })
  ctx.set.idleTime = (v) => {
    idle = v
  }
  ctx.set.idleState = (v) => {
    idleState = v
  }
  ctx.set.battery = (v) => {
    battery = v
  }
  const display = () => ({
    id: 1,
    label: 'stand-in',
    bounds: { x: 0, y: 0, width: 1920, height: 1080 },
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
    size: { width: 1920, height: 1080 },
    workAreaSize: { width: 1920, height: 1040 },
    scaleFactor: 1,
    rotation: 0,
    internal: true,
    touchSupport: 'unknown',
  })
  let displays = null
  ctx.set.displays = (v) => {
    displays = v
  }
  const all = () => displays || [display()]
  M.screen = Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => all()[0],
    getAllDisplays: all,
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    getDisplayNearestPoint: () => all()[0],
    getDisplayMatching: (r) =>
      all().find(
        (d) =>
          r.x < d.bounds.x + d.bounds.width &&
          r.x + r.width > d.bounds.x &&
          r.y < d.bounds.y + d.bounds.height &&
          r.y + r.height > d.bounds.y,
      ) || all()[0],
    dipToScreenPoint: (p) => p,
    screenToDipPoint: (p) => p,
    dipToScreenRect: (w, r) => r,
    screenToDipRect: (w, r) => r,
  })
}
