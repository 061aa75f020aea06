import { MOVE_ANSWER_MS } from '@tendwell/contract/bookings/moves'
import { REPEAT_WEEKS_MAXIMUM, REPEAT_WEEKS_MINIMUM } from '@tendwell/contract/bookings/repeat'
import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { HOUR_MS } from '@tendwell/contract/time'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { HelpPage } from './help-page.tsx'

it('groups the questions by topic and leads to each', () => {
  renderPage(<HelpPage />, { route: '/help' })
  const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
  expect(topics.map(({ textContent }) => textContent)).toEqual([
    'Booking',
    'Canceling and moving',
    'Payment',
    'Verification',
    'Disputes',
    'Safety',
    'Your account',
  ])
  for (const topic of topics) {
    const section = document.querySelector(topic.getAttribute('href') ?? '')
    expect(section).toHaveAccessibleName(topic.textContent)
  }
})

it('opens an answer when its question is clicked', async () => {
  const { user } = renderPage(<HelpPage />, { route: '/help' })
  const answer = screen.getByText(
    'After the caregiver accepts your request. If they decline it, you pay nothing.',
  )
  expect(answer.closest('details')).not.toHaveAttribute('open')
  await user.click(screen.getByText('When do I pay?'))
  expect(answer.closest('details')).toHaveAttribute('open')
})

it.each<[string, RegExp[]]>([
  ['Can I take back a request?', [/^Yes, until it’s paid: choose Withdraw under My Requests/, /pay nothing/]],
  [
    'How do I cancel, and what do I get back?',
    [
      /one visit or all of them until they start/,
      /you see what comes back before you confirm/,
      ...Object.values(POLICY_TEXTS).map(({ name, text }) => new RegExp(`${name}\\. ${text}`)),
    ],
  ],
  [
    'What if my caregiver cancels?',
    [
      /^You get a full refund/,
      /in the place of the visit or near it, who do the same kind of care/,
      /up to three/,
    ],
  ],
  [
    'Can I move a booking to another time?',
    [
      /^Yes\. Either side can propose other free times of the same total length/,
      new RegExp(
        `up to ${MOVE_ANSWER_MS / HOUR_MS} hours to answer, or until the earliest of the times begins`,
      ),
      /Nothing changes until they accept, and the price stays the same/,
    ],
  ],
  [
    'Can I book the same hours every week?',
    [
      new RegExp(`for ${REPEAT_WEEKS_MINIMUM} to ${REPEAT_WEEKS_MAXIMUM} weeks`),
      /listed with alternatives/,
      /one request, accepted and paid as a whole, and each visit can be canceled by itself/,
    ],
  ],
  [
    'Can I see bookings in my own calendar?',
    [/^Yes\. Your account has a private address that calendar apps can subscribe to/],
  ],
])('answers “%s” as the rules are', (question, facts) => {
  renderPage(<HelpPage />, { route: '/help' })
  const text = screen.getByText(question).closest('details')?.lastElementChild
  for (const fact of facts) expect(text).toHaveTextContent(fact)
})

it('leads to the contact form, and from an answer to the search', () => {
  renderPage(<HelpPage />, { route: '/help' })
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  expect(screen.getByRole('link', { name: 'Find a caregiver' })).toHaveAttribute('href', '/caregivers')
})
