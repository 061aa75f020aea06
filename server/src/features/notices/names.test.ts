/** @see docs/rules/chat-and-notifications.md#names-in-notifications */
import { expect, it } from 'vitest'
import { fillNames, listNamed, markFirstName, markName } from './names.ts'

const names = new Map([
  [7, 'Fay Hart'],
  [8, 'Former member'],
])

it.each([
  [`${markName(7)} accepted.`, 'Fay Hart accepted.'],
  [`A review by ${markFirstName(7)}, and ${markName(8)}`, 'A review by Fay, and Former member'],
  [`A message from ${markFirstName(8)}`, 'A message from a former member'],
  // Typed by somebody.
  [`${markName(9)} and ${markFirstName(9)}`, `${markName(9)} and ${markFirstName(9)}`],
  ['⟦x⟧, ⟦7 last⟧ and [7]', '⟦x⟧, ⟦7 last⟧ and [7]'],
])('%j is read as %j', (text, expected) => {
  expect(fillNames(text, names)).toBe(expected)
})

it('lets a text name the people of the fields of names, and those named besides, but no other', () => {
  const payload = { caregiver_name: markName(7), caretaker_name: markName(8), quote: markName(9) }
  const content = { type: 'refund', subject: null, alsoNamed: [3, 7] } as const
  const message = `${markName(7)} and ${markName(10)}`
  expect(listNamed({ ...content, alsoNamed: [3, 7], payload: { ...payload, message } })).toEqual([8, 7, 3])
})
