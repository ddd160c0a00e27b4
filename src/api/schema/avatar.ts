import { z } from 'zod'
import { flag, lenient, text } from './lenient.ts'

/** getAvatar (service 2.7): '' and available true means none is set; '' and available false means privacy hides it. */
export const avatarRecord = z.looseObject({ urlAvatar: lenient(text), available: lenient(flag) })
