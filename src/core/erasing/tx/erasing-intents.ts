import { erasePerson, readErasures, recordPersonErased } from './erase-person.ts'
import { eraseSome, recordCopiesErased } from './erase-some.ts'
import { readTraces } from './person-traces.ts'

export const erasingWrites = {
  'erasing.some': eraseSome,
  'erasing.recordCopies': recordCopiesErased,
  'erasing.recordPerson': recordPersonErased,
  'erasing.person': erasePerson,
}

export const erasingReads = { 'erasing.traces': readTraces, 'erasing.erasures': readErasures }
