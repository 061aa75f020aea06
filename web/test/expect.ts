import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { ExportedList } from '../src/console/common/lists/lists-api.ts'
import { answer } from './server.ts'

type Part = Pick<typeof screen, 'getAllByRole' | 'getByRole'>

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

/** Expects that these people, by name, lead to their records in the console wherever a part names them. */
export function expectPersonLinks(ids: Record<string, number>, part: Part = screen): void {
  for (const [name, id] of Object.entries(ids)) {
    const links = part.getAllByRole('link', { name })
    for (const link of links) expect(link).toHaveAttribute('href', `/admin/people/${id}`)
  }
}

/** Expects that a button of the part exports this list. The call is refused, because jsdom saves no files. */
export async function expectExport(list: ExportedList, part: Part = screen): Promise<void> {
  const refusal = `The export of ${list} was refused`
  answer(`get /api/admin-panel/${list}/export/`, { detail: refusal, code: 'conflict' }, 409)
  await userEvent.setup({ delay: null }).click(part.getByRole('button', { name: 'Export CSV' }))
  await expectToast(refusal)
}
