import { ContractError } from '../../../contract/errors.ts'

/** UTF-16 code units. */
export const annotationLimits = {
  labelName: 32,
  labels: 50,
  labelsWithTeam: 200,
  note: 4_000,
  notesOfChat: 200,
} as const

/** Labels are compared without case and without surrounding white space. */
export const labelNameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Returns a label's name as it is stored. Throws labelNameEmpty, labelNameTooLong. */
export function checkLabelName(given: string): string {
  const name = given.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (name === '' || !name.isWellFormed()) throw new ContractError('labelNameEmpty')
  if (name.length > annotationLimits.labelName) {
    throw new ContractError('labelNameTooLong', {
      details: { length: name.length, limit: annotationLimits.labelName },
    })
  }
  return name
}

/** Returns a note's text as it is stored. Throws noteBlank, noteTooLong, textBroken. */
export function checkNote(given: string): string {
  const text = given.replaceAll('\r\n', '\n').trim()
  if (text === '') throw new ContractError('noteBlank')
  if (text.length > annotationLimits.note) {
    throw new ContractError('noteTooLong', { details: { length: text.length, limit: annotationLimits.note } })
  }
  if (!text.isWellFormed()) throw new ContractError('textBroken')
  return text
}
