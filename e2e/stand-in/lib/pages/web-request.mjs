/** `session.webRequest`: listeners with their filters. */
export function createWebRequest(world) {
  const { journal, contents } = world
  return class WebRequest {
    _l = {}
    constructor() {
      for (const n of [
        'onBeforeRequest',
        'onBeforeSendHeaders',
        'onSendHeaders',
        'onHeadersReceived',
        'onResponseStarted',
        'onBeforeRedirect',
        'onCompleted',
        'onErrorOccurred',
      ])
        this[n] = (filter, fn) => {
          if (typeof filter === 'function' || filter === null) {
            fn = filter
            filter = {}
          }
          journal('webRequest', { event: n, filter, set: !!fn })
          if (fn) this._l[n] = { filter, fn }
          else delete this._l[n]
          for (const w of contents.values()) w._refreshFetch()
        }
    }
    _match(n, url) {
      const l = this._l[n]
      if (!l) return null
      const urls = l.filter?.urls
      if (!urls || !urls.length) return l
      return urls.some(
        (u) =>
          u === '<all_urls>' ||
          new RegExp(
            '^' +
              u
                .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
                .replace(/^\\\*:\/\//, '[a-z]+://')
                .replace(/\*/g, '.*') +
              '$',
          ).test(url),
      )
        ? l
        : null
    }
    get _any() {
      return Object.keys(this._l).length > 0
    }
  }
}
