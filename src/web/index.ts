import { runWebHost } from './run-web-host.ts'

await runWebHost()
