import { EventEmitter } from 'node:events'

/** What a window is told and only records, or answers with a constant. */
export function createWindowRecorders(world) {
  const { journal } = world
  class WindowRecorders extends EventEmitter {
    setTitle(t) {
      this._title = t
      journal('window.setTitle', { id: this.id, title: t })
    }
    getTitle() {
      return this._title
    }
    get title() {
      return this._title
    }
    set title(t) {
      this.setTitle(t)
    }
    setOverlayIcon(i, d) {
      // Without a button on the task bar there is nothing to lay it over.
      this._overlay = i && this._visible ? d : null
      journal('setOverlayIcon', { description: d, empty: !i })
    }
    setIcon() {}
    setBackgroundColor(c) {
      journal('setBackgroundColor', { c })
    }
    setTitleBarOverlay(o) {
      journal('setTitleBarOverlay', o)
    }
  }
  return WindowRecorders
}
