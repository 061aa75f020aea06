import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectExport } from '../../../test/expect.ts'
import { erasing, erasure } from '../../../test/own-data.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf } from '../../../test/server.ts'
import { ErasuresPage } from './erasures-page.tsx'

const call = 'get /api/admin-panel/erasures/'
const open = () => renderPage(<ErasuresPage />, { route: '/admin/erasures', session: sessionOf(admin) })

it('lists erased accounts by number, and opens their reports', async () => {
  answer(call, listOf([erasing, erasure]))
  const { press } = open()
  const table = within(await screen.findByRole('table', { name: 'Erased accounts' }))
  expect(table.getByRole('link', { name: 'Person #41' })).toHaveAttribute('href', '/admin/people/41')
  expect(table.getByText('Under way')).toBeVisible()
  expect(table.getByText('1,232')).toBeVisible()

  await press('What was erased of person #41')
  const report = within(screen.getByRole('dialog', { name: 'Person #41' }))
  expect(report.getByText(/^Closed Nov 1, 2026, .* Erased Nov 15, 2026, /)).toBeVisible()
  const erased = within(report.getByRole('region', { name: 'What was erased' }))
  expect(erased.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Messages',
    'Entries of the audit log',
    'Family profile',
    'Stored files',
    'Sandbox: mailbox',
  ])
  expect(report.getByText(/^Amounts and dates of payments/)).toBeVisible()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await press('What was erased of person #42')
  expect(within(screen.getByRole('dialog')).getByText(/The erasure is under way\.$/)).toBeVisible()
  expect(within(screen.getByRole('dialog')).getByText('None yet.')).toBeVisible()
})

it('says when no account was erased', async () => {
  answer(call, listOf([]))
  open()
  expect(await screen.findByText('No erased accounts')).toBeVisible()
  await expectExport('erasures')
})

it('offers to retry when the list fails to load', async () => {
  answer(call, {}, 500)
  const { press } = open()
  expect(await screen.findByText('Failed to load the erased accounts')).toBeVisible()
  answer(call, listOf([]))
  await press('Retry')
  expect(await screen.findByText('No erased accounts')).toBeVisible()
})
