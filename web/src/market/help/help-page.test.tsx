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

it('leads to the contact form, and from an answer to the search', () => {
  renderPage(<HelpPage />, { route: '/help' })
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  expect(screen.getByRole('link', { name: 'Find a caregiver' })).toHaveAttribute('href', '/caregivers')
})
