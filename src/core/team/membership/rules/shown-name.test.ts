import { expect, test } from 'vitest'
import { distinctNames } from './shown-name.ts'

const namesOf = (...members: readonly (readonly [name: string, login: string])[]) =>
  distinctNames(members.map(([name, login]) => ({ name, login }))).map(({ name }) => name)

test('a name of one login stands alone, at however many desks', () => {
  expect(namesOf(['Anna', 'anna'], ['Anna', 'anna'], ['Yara', 'yara'])).toEqual(['Anna', 'Anna', 'Yara'])
})

test('a name that two logins share stands with the login, whatever its letters look like', () => {
  expect(namesOf(['Anna', 'anna'], ['ANNA ', 'mallory'], ['\uff21nna', 'eve'])).toEqual([
    ...['Anna (anna)', 'ANNA (mallory)', '\uff21nna (eve)'],
  ])
})

test('nobody takes the name that another one has together with a login', () => {
  const names = namesOf(['Anna', 'anna'], ['Anna', 'ann2'], ['Anna (anna)', 'mallory'])
  expect(names).toEqual(['Anna (anna)', 'Anna (ann2)', 'Anna (anna) (mallory)'])
})
