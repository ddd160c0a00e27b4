import type { ReadTx, SqlParams } from '../../store/tx.ts'

/** Reads, and how SQLite looks for what each statement of them asks for. */
export function explained(tx: ReadTx) {
  const plans: { readonly sql: string; readonly details: readonly string[] }[] = []
  const explain = (sql: string, params: SqlParams = []): void => {
    const details = tx.all<{ detail: string }>(`explain query plan ${sql}`, params).map(({ detail }) => detail)
    plans.push({ sql, details })
  }
  const spied: ReadTx = {
    ...tx,
    all: <Row extends object>(sql: string, params?: SqlParams) => {
      explain(sql, params)
      return tx.all<Row>(sql, params)
    },
    get: <Row extends object>(sql: string, params?: SqlParams) => {
      explain(sql, params)
      return tx.get<Row>(sql, params)
    },
  }
  return { plans, spied }
}
