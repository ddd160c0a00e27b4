import { erasePerson, readErasures, recordPersonErased } from './erase-person.ts'
import { eraseSome, recordCopiesErased } from './erase-some.ts'
import { readKeeps, shortestKeep } from './keep-days.ts'
import { readTraces } from './person-traces.ts'
import { countOld, retain, setKeep } from './retain-messages.ts'

export const erasingWrites = {
  'erasing.some': eraseSome,
  'erasing.recordCopies': recordCopiesErased,
  'erasing.recordPerson': recordPersonErased,
  'erasing.person': erasePerson,
  'erasing.setKeep': setKeep,
  'erasing.retain': retain,
}

export const erasingReads = {
  'erasing.traces': readTraces,
  'erasing.erasures': readErasures,
  'erasing.keeps': readKeeps,
  'erasing.shortestKeep': shortestKeep,
  'erasing.countOld': countOld,
}
