import type { Snippet, SnippetFacts } from './snippet.ts'

/**
 * The settings of assistants. Claude Desktop starts a program and knows no other place for its key; the others take an
 * address, ask for the key or read it from the environment.
 */
export const assistantSnippets = (
  { address }: SnippetFacts,
  {
    commandLine,
    dataDir,
    programKey,
  }: { readonly commandLine: string; readonly dataDir: string; readonly programKey: string },
): readonly Snippet[] => [
  {
    language: 'claude',
    code: json({
      mcpServers: {
        switchboard: {
          command: 'node',
          args: [commandLine, 'mcp', '--data-dir', dataDir],
          env: { SWITCHBOARD_KEY: programKey },
        },
      },
    }),
  },
  {
    language: 'vsCode',
    code: json({
      inputs: [{ type: 'promptString', id: 'switchboard-key', description: 'Switchboard key', password: true }],
      servers: {
        switchboard: {
          type: 'http',
          url: `${address}/mcp`,
          headers: { Authorization: 'Bearer ${input:switchboard-key}' },
        },
      },
    }),
  },
  {
    language: 'cursor',
    code: json({
      mcpServers: {
        switchboard: {
          url: `${address}/mcp`,
          headers: { Authorization: 'Bearer ${env:SWITCHBOARD_KEY}' },
        },
      },
    }),
  },
]

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
