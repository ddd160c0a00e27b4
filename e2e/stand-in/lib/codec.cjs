'use strict'
// Structured-clone <-> string codec. The same source text runs in the main process (Node) and,
// injected as text, in the renderer's isolated world. It refuses what Electron's IPC refuses.
function makeCodec() {
  const TA = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  }
  const taNames = Object.keys(TA)
  const b64 = (u8) => {
    if (typeof process !== 'undefined' && typeof globalThis.Buffer === 'function' && globalThis.Buffer.from)
      return globalThis.Buffer.from(u8.buffer, u8.byteOffset, u8.byteLength).toString('base64')
    let s = ''
    for (let i = 0; i < u8.length; i += 0x8000) s += String.fromCharCode.apply(null, u8.subarray(i, i + 0x8000))
    return btoa(s)
  }
  const unb64 = (s) => {
    const t = atob(s)
    const u = new Uint8Array(t.length)
    for (let i = 0; i < t.length; i++) u[i] = t.charCodeAt(i)
    return u
  }
  const bad = () => {
    const e = new Error('An object could not be cloned.')
    throw e
  }
  const tag = (v) => Object.prototype.toString.call(v).slice(8, -1)
  function enc(v, seen, hook) {
    if (v === null || typeof v === 'boolean' || typeof v === 'string') return v
    if (typeof v === 'number')
      return Number.isFinite(v) && !Object.is(v, -0) ? v : ['n', Object.is(v, -0) ? '-0' : String(v)]
    if (v === undefined) return ['u']
    if (typeof v === 'bigint') return ['b', String(v)]
    if (typeof v === 'function' || typeof v === 'symbol') return bad()
    if (hook) {
      const h = hook(v)
      if (h !== undefined) return ['h', h]
    }
    if (seen.has(v)) return ['r', seen.get(v)]
    seen.set(v, seen.size)
    const t = tag(v)
    if (Array.isArray(v)) return ['A', v.map((x) => enc(x, seen, hook))]
    if (t === 'Date') return ['D', Number.isNaN(+v) ? null : +v]
    if (t === 'RegExp') return ['R', v.source, v.flags]
    if (t === 'Map') return ['M', [...v].map(([a, b]) => [enc(a, seen, hook), enc(b, seen, hook)])]
    if (t === 'Set') return ['S', [...v].map((a) => enc(a, seen, hook))]
    if (t === 'ArrayBuffer') return ['B', b64(new Uint8Array(v))]
    if (ArrayBuffer.isView(v)) {
      const n = taNames.includes(t) ? t : 'Uint8Array'
      return ['T', n, b64(new Uint8Array(v.buffer, v.byteOffset, v.byteLength))]
    }
    if (v instanceof Error || t === 'Error')
      return [
        'E',
        String(v.name),
        String(v.message),
        String(v.stack || ''),
        v.cause === undefined ? ['u'] : enc(v.cause, seen, hook),
      ]
    if (t === 'Boolean' || t === 'Number' || t === 'String') return ['O', v.valueOf()]
    if (t !== 'Object' && t !== 'Arguments') return bad() // Promise, WeakMap, Node, Window, Blob, MessagePort ...
    return ['o', Object.keys(v).map((k) => [k, enc(v[k], seen, hook)])]
  }
  function dec(e, refs, hook) {
    if (!Array.isArray(e)) return e
    let o
    switch (e[0]) {
      case 'n':
        return e[1] === '-0' ? -0 : Number(e[1])
      case 'u':
        return undefined
      case 'b':
        return BigInt(e[1])
      case 'h':
        return hook ? hook(e[1]) : undefined
      case 'r':
        return refs[e[1]]
      case 'A':
        o = []
        refs.push(o)
        for (const x of e[1]) o.push(dec(x, refs, hook))
        return o
      case 'D':
        o = new Date(e[1] === null ? NaN : e[1])
        refs.push(o)
        return o
      case 'R':
        o = new RegExp(e[1], e[2])
        refs.push(o)
        return o
      case 'M':
        o = new Map()
        refs.push(o)
        for (const [a, b] of e[1]) o.set(dec(a, refs, hook), dec(b, refs, hook))
        return o
      case 'S':
        o = new Set()
        refs.push(o)
        for (const a of e[1]) o.add(dec(a, refs, hook))
        return o
      case 'B':
        o = unb64(e[1]).buffer
        refs.push(o)
        return o
      case 'T': {
        const u = unb64(e[2])
        o = e[1] === 'Uint8Array' ? u : e[1] === 'DataView' ? new DataView(u.buffer) : new TA[e[1]](u.buffer)
        refs.push(o)
        return o
      }
      case 'E': {
        const C = { Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError }[e[1]] || Error
        o = new C(e[2])
        refs.push(o)
        o.stack = e[3]
        const c = dec(e[4], refs, hook)
        if (c !== undefined) o.cause = c
        return o
      }
      case 'O':
        o = Object(e[1])
        refs.push(o)
        return o
      case 'o':
        o = {}
        refs.push(o)
        for (const [k, x] of e[1])
          Object.defineProperty(o, k, {
            value: dec(x, refs, hook),
            writable: true,
            enumerable: true,
            configurable: true,
          })
        return o
    }
    throw new Error('stand-in codec: bad tag ' + e[0])
  }
  return {
    encode: (v, hook) => JSON.stringify(enc(v, new Map(), hook)),
    decode: (s, hook) => dec(JSON.parse(s), [], hook),
  }
}
module.exports = { makeCodec, codec: makeCodec(), source: '(' + makeCodec.toString() + ')()' }
