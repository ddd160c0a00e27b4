import { cardReads, cardWrites } from '../../messages/archive/tx/person-cards.ts'
import { labelReads, labelWrites } from './labels.ts'
import { noteReads, noteWrites } from './notes.ts'

export const annotationWrites = { ...labelWrites, ...noteWrites, ...cardWrites }
export const annotationReads = { ...labelReads, ...noteReads, ...cardReads }
