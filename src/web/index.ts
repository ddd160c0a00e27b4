import { keepHeapsSmall } from '../core/hosting/keep-heaps-small.ts'
import { runWebHost } from './run-web-host.ts'

keepHeapsSmall()
await runWebHost()
