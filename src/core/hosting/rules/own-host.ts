/**
 * Whether a Host header is one of the loopback's own names. A page elsewhere can make its own name resolve to 127.0.0.1
 * and then is "same origin" with us, so no other name is served. The port may differ, for a tunnel.
 */
export const isOwnHost = (host: string | undefined): boolean =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/.test(host ?? '')
