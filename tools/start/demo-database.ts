import { startTeamDatabase } from '../postgres/team-database.ts'

// The database of the demo's team, in a program of its own on Node 24. Prints one line of JSON, and ends with SIGTERM.
const { logins, stop } = await startTeamDatabase([
  { name: 'Anna', role: 'administrator' },
  { name: 'Yara', role: 'member' },
])
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
process.stdout.write(`${JSON.stringify({ logins })}\n`)
setInterval(() => undefined, 60_000)
