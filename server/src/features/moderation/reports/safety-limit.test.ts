/** @see docs/rules/safety.md#safety-on-a-booking */
import { REPORT_TEXT_MAXIMUM } from '@tendwell/contract/safety/reports'
import { expect, it } from 'vitest'
import { appendToReportText, describeEmergencyCall } from './safety-limit.ts'

const hurt = { concern: 'hurt', text: 'She fell.' } as const
it.each([
  ['the same once more', hurt, { concern: 'hurt', text: 'She fell.' }, 'She fell.'],
  [
    'a part of what was said',
    hurt,
    { concern: 'hurt', text: 'She fell' },
    'She fell.\n\n3 min later: She fell',
  ],
  [
    'once more what was added',
    { ...hurt, text: 'She fell.\n\n1 min later: She bleeds.' },
    { concern: 'hurt', text: 'She bleeds.' },
    'She fell.\n\n1 min later: She bleeds.',
  ],
  ['nothing more', hurt, { concern: 'hurt', text: '' }, 'She fell.'],
  ['more', hurt, { concern: 'hurt', text: 'She bleeds.' }, 'She fell.\n\n3 min later: She bleeds.'],
  [
    'another concern',
    hurt,
    { concern: 'threatened', text: '' },
    'She fell.\n\n3 min later: Threats, violence or unwanted touching',
  ],
  [
    'another concern in words',
    { ...hurt, text: '' },
    { concern: 'place', text: 'Gas.' },
    '3 min later: The place isn’t safe: Gas.',
  ],
  [
    'more than there is room for',
    { ...hurt, text: 'x'.repeat(REPORT_TEXT_MAXIMUM) },
    { concern: 'hurt', text: 'y' },
    null,
  ],
] as const)('a report to which its author adds %s', (_, first, next, text) => {
  expect(appendToReportText(first, next, 3)).toBe(text)
})

it.each([
  ['Germany', 'In an emergency, call 112'],
  ['Pakistan', 'In an emergency, call 15 (police) or 1122 (ambulance and fire)'],
  ['Saudi Arabia', 'In an emergency, call your local emergency number'],
  ['', 'In an emergency, call your local emergency number'],
])('in %j: %s', (country, text) => {
  expect(describeEmergencyCall(country)).toBe(text)
})
