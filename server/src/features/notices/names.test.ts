/** @see docs/rules/chat-and-notifications.md#names-in-notifications */
import { expect, it } from 'vitest'
import {
  fillNames,
  firstNamePlaceholder,
  listNamedIds,
  namePlaceholder,
  publicNamePlaceholder,
} from './names.ts'

const names = new Map([
  [7, 'Fay Hart'],
  [8, 'Former member'],
  [5, 'The Okoro family'],
  [6, 'Dr. Grace Okoro'],
  [4, 'Okoro, Grace'],
  [3, '김 민준'],
  [2, `${'x'.repeat(41)} Hart`],
])

it.each([
  [`${namePlaceholder(7)} accepted.`, 'Fay Hart accepted.'],
  [`A review by ${firstNamePlaceholder(7)}, and ${namePlaceholder(8)}`, 'A review by Fay, and Former member'],
  [`A message from ${firstNamePlaceholder(8)}`, 'A message from a former member'],
  [`${firstNamePlaceholder(8)} wrote`, 'A former member wrote'],
  [`Your visit with ${firstNamePlaceholder(5)}`, 'Your visit with the Okoro family'],
  [`A request from ${namePlaceholder(5)} (Family)`, 'A request from the Okoro family (Family)'],
  [`It was declined. ${namePlaceholder(5)} wrote`, 'It was declined. The Okoro family wrote'],
  [`It was declined. ${firstNamePlaceholder(5)} wrote`, 'It was declined. The Okoro family wrote'],
  [namePlaceholder(5), 'The Okoro family'],
  [`${firstNamePlaceholder(5)} canceled`, 'The Okoro family canceled'],
  [`A message from ${firstNamePlaceholder(6)}`, 'A message from Dr. Grace Okoro'],
  [`From ${firstNamePlaceholder(2)}`, `From ${'x'.repeat(39)}…`],
  // A stranger reads no more than on public pages.
  [`A review by ${publicNamePlaceholder(7)}`, 'A review by Fay H.'],
  [`A review by ${publicNamePlaceholder(6)}`, 'A review by Dr. O.'],
  [`A review by ${publicNamePlaceholder(5)}`, 'A review by the O. family'],
  [`A review by ${publicNamePlaceholder(3)}`, 'A review by 김 민.'],
  [`A review by ${publicNamePlaceholder(4)}`, 'A review by Okoro G.'],
  [`A review by ${publicNamePlaceholder(8)}`, 'A review by a former member'],
  [`A review by ${publicNamePlaceholder(9)}`, `A review by ${publicNamePlaceholder(9)}`],
  // A placeholder that somebody typed stays.
  [
    `${namePlaceholder(9)} and ${firstNamePlaceholder(9)}`,
    `${namePlaceholder(9)} and ${firstNamePlaceholder(9)}`,
  ],
  ['⟦x⟧, ⟦7 last⟧ and [7]', '⟦x⟧, ⟦7 last⟧ and [7]'],
])('%j is read as %j', (text, expected) => {
  expect(fillNames(text, names)).toBe(expected)
})

it('lets a text name the people of the fields of names, and those named besides, but no other', () => {
  const payload = {
    caregiver_name: namePlaceholder(7),
    caretaker_name: namePlaceholder(8),
    quote: namePlaceholder(9),
  }
  const content = { type: 'refund', subject: null, alsoNamed: [3, 7] } as const
  const message = `${namePlaceholder(7)} and ${namePlaceholder(10)}`
  expect(listNamedIds({ ...content, alsoNamed: [3, 7], payload: { ...payload, message } })).toEqual([8, 7, 3])
})
