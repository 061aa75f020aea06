import { expect, it } from 'vitest'
import { nameByPlace, nameChild } from './child-name.ts'

it.each([
  [nameByPlace(1), '2027-03-04', 'Baby'],
  ['', '2027-03-04', 'Baby'],
  ['Otto', '2027-03-04', 'Otto'],
  ['Child 2', null, 'Child 2'],
])('calls the child %j, due %j, %s', (name, due_date, called) => {
  expect(nameChild({ name, due_date })).toBe(called)
})
