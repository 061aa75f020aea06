import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { admin, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { SubjectLink } from './record-links.tsx'

const links = {
  'user:12': ['Person #12', '/admin/people/12'],
  'request:5': ['Booking #5', '/admin/bookings/5'],
  'dispute:3': ['DPT-3', '/admin/disputes/3'],
  'report:2': ['Report #2', '/admin/reports/2'],
} as const

it.each<[StaffRole, (keyof typeof links)[]]>([
  ['admin', ['user:12', 'request:5', 'dispute:3', 'report:2']],
  ['support', ['user:12', 'request:5', 'dispute:3', 'report:2']],
  ['finance', ['user:12', 'request:5']],
])('leads %s from a subject only to the records that they may open', (role, opened) => {
  const subjects = Object.keys(links) as (keyof typeof links)[]
  renderPage(
    <ul>
      {subjects.map((subject) => (
        <li key={subject}>
          <SubjectLink subject={subject} name={null} />
        </li>
      ))}
    </ul>,
    { route: '/admin/audit', session: sessionOf({ ...admin, staff_role: role }) },
  )
  for (const [label] of Object.values(links)) expect(screen.getByText(label)).toBeVisible()
  const shown = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(shown).toEqual(opened.map((subject) => links[subject]))
})
