/** A quick reply as the team has it. `text` null: it was removed. */
export interface SharedQuickReply {
  /** A UUID that the desk assigned. */
  readonly id: string
  readonly name: string
  readonly text: string | null
  /** Grows with each change. */
  readonly version: number
}

/** The calls of a team's database for quick replies. */
export interface SharedQuickReplies {
  /**
   * Adds, changes or (`text` null) removes a quick reply. `base` is the version that this desk saw; what a colleague
   * changed or removed since is not written over. Gives the reply as it stands then. Null: there is none.
   */
  putQuickReply(
    change: Pick<SharedQuickReply, 'id' | 'name' | 'text'> & { readonly base: number },
  ): Promise<SharedQuickReply | null>
  /** Quick replies that changed above a number, in the order of their changes; `n`: the number of each. */
  quickReplies(after: number, limit: number): Promise<readonly (SharedQuickReply & { readonly n: number })[]>
}
