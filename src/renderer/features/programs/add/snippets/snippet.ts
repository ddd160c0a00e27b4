/** Values for the code of a program. No snippet holds a key: it reads the environment. */
export interface SnippetFacts {
  /** `http://127.0.0.1:47811` */
  readonly address: string
  /** The service's id of the instance that a bot is for; '' where no code names one. */
  readonly idInstance: string
  /** Port that a receiver of webhooks listens at. */
  readonly receiverPort: number
}

export type SnippetLanguage = 'python' | 'node' | 'nodeV2' | 'php' | 'shell' | 'claude' | 'vsCode' | 'cursor'

/** Code that works when it is pasted, once its key or secret is in the environment. */
export interface Snippet {
  readonly language: SnippetLanguage
  readonly code: string
}

/** A receiver on this computer listens where its address says; any other one behind a server that a person set up. */
export function receiverPortOf(url: string): number {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'http:' ? Number(parsed.port || 80) : 8080
}
