/**
 * Whether the store can keep what it is given. Receiving deletes nothing at the service unless it is `ok`.
 * `damaged`: being set aside and salvaged; reads answer what can still be read.
 */
export type StoreState = 'ok' | 'full' | 'readOnly' | 'failing' | 'damaged'
