// Shifts the clock of what is drawn, so that its time runs from the moment at which the picture world stands. Preloaded
// into the host; the window gets the function's own text.
export function shiftClock(offset) {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + offset)
      else super(...parts)
    }
    static now() {
      return Real.now() + offset
    }
  }
}

const offset = process.env['PICTURE_TIME_OFFSET_MS']
if (offset !== undefined) shiftClock(Number(offset))
