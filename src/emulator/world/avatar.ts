/** A picture of a person, a group or the own account: set, hidden by privacy settings, or absent (service 4.5). */
export type Avatar =
  | { readonly kind: 'absent' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'set'; readonly mediaId: string }
  | { readonly kind: 'elsewhere'; readonly url: string }

export const noAvatar: Avatar = { kind: 'absent' }
