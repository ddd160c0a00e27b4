import type { MessageContent } from '../../../../contract/index.ts'
import { contacts } from './contacts.tsx'
import type { ContentView } from './content-view.ts'
import { audio, document, image, sticker, video } from './files.tsx'
import { location } from './location.tsx'
import { marker } from './marker.tsx'
import { poll } from './poll.tsx'
import { reaction } from './reaction.tsx'
import { text } from './text.tsx'
import { call } from './call.tsx'
import { choice } from './choice.tsx'
import { invitation } from './invitation.tsx'
import { menu, template } from './menu.tsx'
import { order } from './order.tsx'
import { product } from './product.tsx'
import { unsupported } from './unsupported.tsx'

type Kind = MessageContent['kind']

/** Each kind of content with what a conversation does with it. A kind without a row does not compile. */
const contentViews = {
  text,
  image,
  video,
  document,
  audio,
  sticker,
  location,
  contacts,
  poll,
  reaction,
  marker,
  order,
  product,
  menu,
  template,
  choice,
  invitation,
  call,
  unsupported,
} as const satisfies { readonly [Name in Kind]: ContentView<Name> }

/** The row takes any content of its kind, which the compiler can't follow from the key to the row. */
export const contentViewOf = (kind: Kind): ContentView<Kind> => contentViews[kind] as ContentView<Kind>
