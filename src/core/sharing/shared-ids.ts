/** A desk's UUID, created once per data directory. */
export type DeskId = string & { readonly __desk: never }
/** An instance as the team's database numbers it. */
export type SharedInstanceId = number & { readonly __sharedInstance: never }

export type TeamRole = 'viewer' | 'member' | 'administrator'
