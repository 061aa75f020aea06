import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects a field to become invalid and to be described by the message, as a screen reader announces it. */
export async function expectFieldError(label: string, message: string): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message))
  expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
}

/** Expects a toast. */
export async function expectToast(message: string): Promise<void> {
  // Looked up each time, because another toast may bring another region.
  await waitFor(() => {
    const messages = screen.getByRole('region', { name: 'Messages' })
    expect(within(messages).getByText(message)).toBeInTheDocument()
  })
}

/** Expects a button that can be pressed, once what it waits for has been read. */
export async function expectEnabled(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
}
