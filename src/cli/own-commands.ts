/** Commands that are no row of the table, and options that a row gets besides its own. */
export interface OwnOption {
  readonly option: string
  readonly kind: 'text' | 'number' | 'switch' | 'json'
  readonly description: string
}

export const globalOptions: readonly OwnOption[] = [
  { option: 'data-dir', kind: 'text', description: 'The data directory of the desk' },
  { option: 'json', kind: 'switch', description: 'Print one JSON value; errors are problem JSON' },
  { option: 'jsonl', kind: 'switch', description: 'Print one line of JSON for each item' },
  { option: 'help', kind: 'switch', description: 'Explain the command' },
]

interface OwnCommand {
  readonly parts: readonly string[]
  readonly summary: string
  readonly positionals: readonly string[]
  readonly options: readonly OwnOption[]
}

export const ownCommands = {
  login: {
    parts: ['login'],
    summary: 'Get a key: the window shows the code that this prints, and asks you',
    positionals: [],
    options: [],
  },
  logout: { parts: ['logout'], summary: 'Forget the key of this desk', positionals: [], options: [] },
  mcp: {
    parts: ['mcp'],
    summary: 'Connect an AI assistant: the Model Context Protocol on stdin and stdout',
    positionals: [],
    options: [],
  },
  openapi: { parts: ['openapi'], summary: 'Print the OpenAPI document of the desk', positionals: [], options: [] },
  help: { parts: ['help'], summary: 'Explain a command', positionals: [], options: [] },
} as const satisfies Readonly<Record<string, OwnCommand>>

export type OwnCommandId = keyof typeof ownCommands

/** Options of single operations that the table does not have. */
export const addedOptions: Readonly<Record<string, readonly OwnOption[]>> = {
  readEvents: [
    { option: 'count', kind: 'number', description: 'End after so many events' },
    { option: 'no-follow', kind: 'switch', description: 'End when there are no more' },
  ],
  sendMessage: [
    { option: 'file', kind: 'text', description: 'A file to send in place of a text' },
    { option: 'name', kind: 'text', description: 'The name that the file is sent under' },
    { option: 'caption', kind: 'text', description: 'The words under the file' },
    { option: 'as-file', kind: 'switch', description: 'A picture, video or sound arrives as a file' },
    { option: 'wait', kind: 'text', description: 'Wait for a status: accepted, sent, delivered or read' },
    { option: 'timeout', kind: 'number', description: 'Seconds to wait for it (60)' },
  ],
}

/** Shorter names of fields of the table. */
export const optionNames: Readonly<Record<string, string>> = { quotedServiceId: 'reply-to' }

export const textFile: OwnOption = {
  option: 'text-file',
  kind: 'text',
  description: 'A file with the text; else it is read from stdin',
}

export const everything: OwnOption = { option: 'all', kind: 'switch', description: 'Every page, to the end' }
