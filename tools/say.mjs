/** One line for the person. Standard error, because standard output belongs to what a command answers with. */
export const say = (line) => void process.stderr.write(`${line}\n`)

/** A failure the person can act on: its message is the whole explanation, a stack would only hide it. */
export class ToolError extends Error {}
