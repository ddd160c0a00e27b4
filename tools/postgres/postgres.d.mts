export interface OwnPostgres {
  readonly port: number
  readonly owner: string
  readonly password: string
  /** PEM of what signed its certificate for `localhost`. */
  readonly authority: string
  /** Ends without writing anything down, as in a crash, and begins anew. */
  crash(): Promise<unknown>
  /** A standby becomes a server of its own, with what it has of the other one. */
  promote(): Promise<unknown>
  stop(): Promise<void>
}

export function startPostgres(options?: {
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** It is a copy of a running one and follows it asynchronously (needs pg_basebackup). */
  readonly standbyOf?: { readonly port: number; readonly password: string }
}): Promise<OwnPostgres>

/** A program of PostgreSQL by its path; undefined: this PostgreSQL has no such program. */
export function postgresProgram(name: string): string | undefined

/** Who runs PostgreSQL where root may not; undefined: this process's own user does. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined
