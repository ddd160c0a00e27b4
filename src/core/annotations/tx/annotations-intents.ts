import { labelReads, labelWrites } from './labels.ts'
import { noteReads, noteWrites } from './notes.ts'

export const annotationWrites = { ...labelWrites, ...noteWrites }
export const annotationReads = { ...labelReads, ...noteReads }
