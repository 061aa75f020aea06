import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PageError } from './page-error.tsx'
import { Screens } from './screens.tsx'

it.each([
  [
    'a page that breaks',
    new Error('x is not a function'),
    'The problem is on our side. Everything you saved is safe.',
  ],
  [
    'a page whose code does not load',
    new TypeError('Failed to fetch dynamically imported module: /assets/chat.js'),
    'We couldn’t load this page. Check your connection and try again.',
  ],
])('says what happened to %s, and how to continue', async (_, error, text) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const loader = () => Promise.reject(error)
  const router = createMemoryRouter([{ path: '/', loader, element: null, errorElement: <PageError /> }])
  render(<Screens router={router} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  await waitFor(() => expect(logged).toHaveBeenCalledWith(error))
})
