import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PageError } from './page-error.tsx'

it.each([
  [
    'a page that breaks',
    new Error('x is not a function'),
    'This screen ran into a fault of ours. Nothing you saved is lost.',
  ],
  [
    'a page whose code does not load',
    new TypeError('Failed to fetch dynamically imported module: /assets/chat.js'),
    'This screen could not be loaded. Check your connection, then try again.',
  ],
])('says what happened to %s, and how to continue', async (_, error, text) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const loader = () => Promise.reject(error)
  const router = createMemoryRouter([{ path: '/', loader, element: null, errorElement: <PageError /> }])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'We lost our way' })).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  expect(logged).toHaveBeenCalledWith(error)
})
