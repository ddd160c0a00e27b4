/** The event that Electron's emitters hand to listeners. */
export class Ev {
  constructor(o = {}) {
    Object.assign(this, o)
    this.defaultPrevented = false
  }
  preventDefault() {
    this.defaultPrevented = true
  }
}
