/**
 * The window's content security policy, the same in both hosts (architecture 12). It names no host: the window talks to
 * its own origin and to nothing else, and no string ever becomes script.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** A file from outside, should anybody ever open it as a document: no script, no origin, nothing loaded. */
export const foreignFilePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** On every answer of either host. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), midi=(), usb=(), serial=(), hid=(), payment=()',
} as const
