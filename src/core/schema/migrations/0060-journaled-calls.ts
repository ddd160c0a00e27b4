/** Calls were stored as events of an unknown kind: this version reads them, so they are tried again. */
export const journaledCalls = `
update journal set tried_version = '' where state = 'unknown' and type_webhook in ('incomingCall', 'outgoingCall');
`
