/** Limits of service 8 that are checked before anything is sent. */
export const limits = {
  /** UTF-16 code units. */
  messageLength: 20_000,
  jsonBodyBytes: 102_400,
  messageIdLength: 16,
  receiveTimeoutSeconds: { min: 5, max: 60 },
} as const
