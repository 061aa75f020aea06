import { expect, it } from 'vitest'
import { findSide, findSideOfRole, getMemberId, getOtherSide } from './conversation.ts'

const members = { familyId: 7, caregiverId: 9 }

it.each([
  [7, 'caretaker', 'caregiver', 9],
  [9, 'caregiver', 'caretaker', 7],
] as const)(
  'user %i is the %s of a conversation and writes to the %s, user %i',
  (id, side, other, otherId) => {
    expect(findSide(members, id)).toBe(side)
    expect(getOtherSide(side)).toBe(other)
    expect([getMemberId(members, side), getMemberId(members, other)]).toEqual([id, otherId])
  },
)

it.each([0, 8, 79])('user %i is not in the conversation', (id) => {
  expect(findSide(members, id)).toBeNull()
})

it.each([
  ['caretaker', 'caretaker'],
  ['caregiver', 'caregiver'],
  ['admin', null],
] as const)('a %s writes as %s', (role, side) => {
  expect(findSideOfRole(role)).toBe(side)
})
