import type { catalogue } from './catalogue-en.ts'

/** Every message id of the program. A feature's catalogue is added to catalogue-en.ts and catalogue-ru.ts. */
export type Catalogue = typeof catalogue

declare global {
  // react-intl reads its message ids from here, so that a misspelt id does not compile.
  namespace FormatjsIntl {
    interface Message {
      ids: keyof Catalogue
    }
  }
}
