// NativeImage.
import fs from 'node:fs'

export function addNativeImage(ctx, M) {
  const { journal } = ctx
  class NativeImage {
    constructor(buf, size, mime) {
      this._b = buf
      this._s = size
      this._m = mime
      this._t = false
    }
    isEmpty() {
      return !this._b || !this._b.length
    }
    getSize() {
      return this._s || { width: 0, height: 0 }
    }
    getAspectRatio() {
      const s = this.getSize()
      return s.height ? s.width / s.height : 1
    }
    toPNG() {
      return this._b || Buffer.alloc(0)
    }
    toJPEG() {
      return this._b || Buffer.alloc(0)
    }
    toBitmap() {
      return Buffer.alloc(this.getSize().width * this.getSize().height * 4)
    }
    getBitmap() {
      return this.toBitmap()
    }
    toDataURL() {
      return `data:${this._m || 'image/png'};base64,${this.toPNG().toString('base64')}`
    }
    getNativeHandle() {
      return Buffer.alloc(8)
    }
    getScaleFactors() {
      return [1]
    }
    addRepresentation() {}
    setTemplateImage(v) {
      this._t = v
    }
    isTemplateImage() {
      return this._t
    }
    get isMacTemplateImage() {
      return this._t
    }
    set isMacTemplateImage(v) {
      this._t = v
    }
    resize(o) {
      const s = this.getSize()
      const width = o.width ?? Math.round(s.width * (o.height / (s.height || 1)))
      const height = o.height ?? Math.round(s.height * (o.width / (s.width || 1)))
      return new NativeImage(this._b, { width, height }, this._m)
    }
    crop(r) {
      return new NativeImage(this._b, { width: r.width, height: r.height }, this._m)
    }
  }
  const dims = (b) => {
    if (b.length > 24 && b.readUInt32BE(0) === 0x89504e47)
      return [{ width: b.readUInt32BE(16), height: b.readUInt32BE(20) }, 'image/png']
    if (b[0] === 0xff && b[1] === 0xd8) {
      let i = 2
      while (i < b.length - 9) {
        if (b[i] !== 0xff) break
        const m = b[i + 1]
        if (m >= 0xc0 && m <= 0xc3)
          return [{ width: b.readUInt16BE(i + 7), height: b.readUInt16BE(i + 5) }, 'image/jpeg']
        i += 2 + b.readUInt16BE(i + 2)
      }
      return [{ width: 1, height: 1 }, 'image/jpeg']
    }
    return null
  }
  const fromBuf = (b) => {
    const d = b && b.length ? dims(b) : null
    return d ? new NativeImage(b, ...d) : new NativeImage(null)
  } // Electron too gives an empty image for SVG, WebP or garbage
  M.nativeImage = {
    createEmpty: () => new NativeImage(null),
    createFromPath: (p) => {
      try {
        return fromBuf(fs.readFileSync(p))
      } catch {
        journal('warning', { text: 'nativeImage.createFromPath: cannot read ' + p })
        return new NativeImage(null)
      }
    },
    createFromBuffer: (b, o) => {
      const i = fromBuf(b)
      if (i.isEmpty() && o?.width) return new NativeImage(b, { width: o.width, height: o.height })
      return i
    },
    createFromBitmap: (b, o) => new NativeImage(b, { width: o.width, height: o.height }),
    createFromDataURL: (u) => fromBuf(Buffer.from(String(u).split(',')[1] || '', 'base64')),
    createFromNamedImage: () => new NativeImage(null),
    createThumbnailFromPath: async (p) => fromBuf(fs.readFileSync(p)),
    createMenuSymbol: () => new NativeImage(null),
  }
  ctx.nativeImage = M.nativeImage
}
