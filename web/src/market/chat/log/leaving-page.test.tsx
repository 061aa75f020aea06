import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { LeavingPage } from './leaving-page.tsx'
import { MessageBubble } from './message-bubble.tsx'

const open = (to: string) =>
  renderPage(<LeavingPage />, { route: `/leaving?to=${encodeURIComponent(to)}`, path: '/leaving' })

it('names the site that a link leads to, before it opens', () => {
  open('https://tendwell-payments.example/login?a=1')
  expect(screen.getByText('tendwell-payments.example')).toBeVisible()
  expect(screen.getByText('https://tendwell-payments.example/login?a=1')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Continue to this site' })
  expect(link).toHaveAttribute('href', 'https://tendwell-payments.example/login?a=1')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(screen.getByRole('link', { name: 'Back to your messages' })).toHaveAttribute('href', '/chat')
})

it('shows the plain letters of a name that only looks like another', () => {
  open('https://tеndwell.example/')
  expect(screen.getByText(/^xn--/)).toBeVisible()
})

it.each(['', 'javascript:alert(1)', '/login', 'https://bank.example@evil.example/', 'data:text/html,x'])(
  'opens nothing else: %s',
  (to) => {
    open(to)
    expect(screen.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Continue to this site' })).not.toBeInTheDocument()
  },
)

it('is where the links of messages lead, except our own', () => {
  const own = `${window.location.origin}/bookings/5`
  renderPage(<MessageBubble isOwn={false} author="Ada" text={`See https://evil.example/pay and ${own}`} />)
  const [other, ours] = screen.getAllByRole('link')
  expect(other).toHaveAttribute('href', '/leaving?to=https%3A%2F%2Fevil.example%2Fpay')
  expect(ours).toHaveAttribute('href', own)
})
