import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../test/app.tsx'
import { listOf } from '../../../test/data.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { answer } from '../../../test/server.ts'
import { openRecovery } from '../../../test/two-step.ts'

const openAs = (role: StaffRole, route: string) => renderApp(route, sessionOf({ ...admin, staff_role: role }))
const listLinks = () =>
  within(screen.getByRole('navigation', { name: 'Console' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

const everyday = ['Dashboard', 'Disputes', 'Reports', 'Requests', 'Analytics']
const supportLinks = [...everyday, 'Two-step recoveries']
const financeLinks = ['Dashboard', 'Requests', 'Analytics', 'Payments', 'Payouts', 'Reconciliation']

it.each([
  ['support', '/admin/payments', 'Payments', 'finance and admins', supportLinks],
  ['support', '/admin/reconciliation', 'Reconciliation', 'finance and admins', supportLinks],
  ['support', '/admin/audit', 'Audit log', 'admins', supportLinks],
  ['finance', '/admin/disputes/7', 'Disputes', 'support and admins', financeLinks],
  ['finance', '/admin/verification/2', 'Verification', 'support and admins', financeLinks],
  ['finance', '/admin/two-step-recoveries', 'Two-step recoveries', 'support and admins', financeLinks],
] as const)('says to %s at %s who the page is for', async (role, route, title, roles, links) => {
  const { user, address } = openAs(role, route)
  expect(await screen.findByText(`This page is for ${roles}`)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  expect(listLinks()).toEqual(links)
  expect(address()).toBe(route)
  await user.click(await screen.findByRole('button', { name: /^Account/ }))
  expect(screen.queryAllByRole('link', { name: 'Disputes' })).toHaveLength(role === 'finance' ? 0 : 2)
})

it('opens every page for admins', async () => {
  answer('get /api/admin-panel/audit/', listOf([]))
  openAs('admin', '/admin/audit')
  expect(await screen.findByText('No entries')).toBeVisible()
  expect(listLinks()).toEqual([
    ...everyday,
    'Payments',
    'Payouts',
    'Reconciliation',
    'Two-step recoveries',
    'Staff',
    'Jobs',
    'Audit log',
    'Erasures',
  ])
})

it('opens the requests to turn off two-step sign-in, also of staff, from the sidebar', async () => {
  const person = { id: 5, name: 'Ben Staff' }
  answer('get /api/admin-panel/audit/', listOf([]))
  answer('get /api/admin-panel/two-step-recoveries/', listOf([{ ...openRecovery, person }]))
  const { user } = openAs('admin', '/admin/audit')
  await screen.findByText('No entries')
  await user.click(screen.getByRole('link', { name: /^Two-step recoveries/ }))
  expect(await screen.findByRole('link', { name: 'Ben Staff' })).toHaveAttribute('href', '/admin/people/5')
})

it.each([
  ['support', /^\/admin\/disputes\?/, '/admin'],
  ['finance', /^\/admin\/requests\?/, '/admin/requests'],
] as const)('leads %s from the header to lists that they may open', async (role, status, search) => {
  answer('get /api/admin-panel/people/2/', { detail: 'Not found', code: 'not_found' }, 404)
  for (const list of ['requests', 'disputes', 'history', 'notes'])
    answer(`get /api/admin-panel/${list}/`, listOf([]))
  const page = openAs(role, '/admin/people/2')
  await screen.findByText('Failed to load person')
  await page.user.click(screen.getByRole('button', { name: /Status/ }))
  await page.user.click(await screen.findByRole('option', { name: 'Closed' }))
  await waitFor(() => expect(page.address()).toMatch(status))
  expect(screen.queryByText(/^This page is for/)).not.toBeInTheDocument()
  // The new screen takes the focus, which would lose what is typed meanwhile.
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  await page.user.type(screen.getByLabelText('Search parents, caregivers'), 'Fay{Enter}')
  await waitFor(() => expect(page.address()).toContain('q=Fay'))
  expect(page.address().startsWith(role === 'support' ? '/admin/disputes' : search)).toBe(true)
})

it('has a Status in the header only where no list has states of its own', async () => {
  for (const list of ['payments', 'chargebacks', 'waiting-refunds', 'requests'])
    answer(`get /api/admin-panel/${list}/`, listOf([]))
  const page = openAs('finance', '/admin/payments')
  await screen.findByText('No payments')
  expect(screen.queryByRole('button', { name: /Status/ })).not.toBeInTheDocument()
  await page.user.click(screen.getByRole('link', { name: /^Requests/ }))
  expect(await screen.findByRole('button', { name: /Status/ })).toBeVisible()
})

it('opens the record of a person for finance', async () => {
  answer('get /api/admin-panel/people/2/', { detail: 'Not found', code: 'not_found' }, 404)
  answer('get /api/admin-panel/history/', listOf([]))
  answer('get /api/admin-panel/notes/', listOf([]))
  openAs('finance', '/admin/people/2')
  expect(await screen.findByText('Failed to load person')).toBeVisible()
})
