export interface OwnPostgres {
  readonly port: number
  readonly owner: string
  readonly password: string
  /** PEM of what signed its certificate for `localhost`. */
  readonly authority: string
  /** Ends without writing anything down, as in a crash, and begins anew. */
  crash(): Promise<unknown>
  stop(): Promise<void>
}

export function startPostgres(options?: {
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string>>
}): Promise<OwnPostgres>
