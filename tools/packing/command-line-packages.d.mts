export const manifest: {
  readonly server: {
    readonly entry_point: string
    readonly mcp_config: {
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
    }
  }
}

/** Writes the extension that assistants install. Answers the file. */
export function writeAssistantBundle(folder: string): string
