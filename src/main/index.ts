import { keepHeapsSmall } from '../core/hosting/keep-heaps-small.ts'
import { startDesktop } from './start-desktop.ts'

keepHeapsSmall()
startDesktop()
