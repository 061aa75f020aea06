import type { PersonRecord } from '@tendwell/contract/admin-people'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../test/expect.ts'
import { adminRequests } from '../../test/lists.ts'
import { admin, sessionOf } from '../../test/people.ts'
import { auditEntries, note, personRecord } from '../../test/records.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../test/server.ts'
import { Component as AdminPerson } from './admin-person.tsx'

const verification = 'post /api/admin-panel/caregivers/2/verification/'

async function openPerson(person: PersonRecord = personRecord, user = admin) {
  answer('get /api/admin-panel/people/2/', person)
  answer('get /api/admin-panel/requests/', listOf(adminRequests.slice(0, 1)))
  answer('get /api/admin-panel/history/', listOf(auditEntries))
  answer('get /api/admin-panel/notes/', listOf([note]))
  const page = renderPage(<AdminPerson />, {
    route: '/admin/people/2',
    path: '/admin/people/:personId',
    session: sessionOf(user),
  })
  await screen.findByRole('heading', { level: 1, name: person.full_name })
  return page
}

const region = (name: string) => within(screen.getByRole('region', { name }))

it('shows who a caregiver is, what is ahead, their documents, money, notes and history', async () => {
  await openPerson()
  expect(screen.getByText(/^Caregiver · #2 · joined Jan 5, 2026/)).toBeVisible()
  expect(screen.getByText('2 visits ahead, paid with $252.00')).toBeVisible()
  expect(region('Verification').getByText('Verified')).toBeVisible()
  expect(region('Verification').getByRole('link', { name: /View of ID, front/ })).toBeVisible()
  expect(region('Balances').getByText('$84.00')).toBeVisible()
  expect(await region('Notes').findByText('Called about parking')).toBeVisible()
  expect(await region('History').findByText(/Decided on the verification/)).toHaveTextContent(
    'status: pending → verified',
  )
  const bookings = region('Bookings and disputes')
  expect(await bookings.findByRole('link', { name: '#1' })).toHaveAttribute('href', '/admin/bookings/1')
})

it('revokes a verification with a reason, naming what was seen', async () => {
  const page = await openPerson()
  expect(screen.queryByRole('button', { name: 'Verify Nora Lind' })).not.toBeInTheDocument()
  await page.press('Revoke Nora Lind')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Revoke verification' })).toBeDisabled()
  await page.fill('Rejection Reason *', 'The certificate has expired')
  answer(verification, { message: 'Caregiver rejected successfully', verification_status: 'rejected' })
  await page.press('Revoke verification')
  await expectToast('Caregiver rejected successfully')
  expect(lastBody()).toEqual({
    verification_status: 'rejected',
    rejection_reason: 'The certificate has expired',
    admin_notes: '',
    full_name: 'Nora Lind',
    avatar: null,
    document_ids: { id_front: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001', id_back: null, certificate: null },
  })
})

it('verifies a rejected caregiver again', async () => {
  const caregiver = {
    ...personRecord.caregiver,
    verification_status: 'rejected',
    rejection_reason: 'Blurred',
  }
  const page = await openPerson({ ...personRecord, caregiver } as PersonRecord)
  expect(region('Verification').getByText('Blurred')).toBeVisible()
  answer(verification, { message: 'Caregiver verified successfully', verification_status: 'verified' })
  await page.press('Verify Nora Lind')
  await expectToast('Caregiver verified successfully')
  expect(lastBody()).toMatchObject({ verification_status: 'verified' })
})

it('adds a note', async () => {
  const page = await openPerson()
  await page.fill('New note', 'Sent the new contract')
  answer('post /api/admin-panel/notes/', { ...note, id: 2, text: 'Sent the new contract' }, 201)
  await page.press('Add note')
  await expectToast('Note added')
  expect(lastBody()).toEqual({ subject: 'user:2', text: 'Sent the new contract' })
  expect(screen.getByLabelText('New note')).toHaveValue('')
})

it('does not send an empty note', async () => {
  const page = await openPerson()
  await page.press('Add note')
  expect(await screen.findByText('Note is required')).toBeVisible()
  expect(sentWrites()).toEqual([])
})

it.each([
  ['support', false],
  ['admin', true],
] as const)('shows the history of a member of staff to admins only: %s', async (staffRole, isShown) => {
  const colleague = { ...personRecord, role: 'admin', staff_role: 'finance', caregiver: null } as const
  await openPerson(colleague, { ...admin, staff_role: staffRole })
  expect(screen.queryByRole('region', { name: 'History' }) !== null).toBe(isShown)
})

it('shows finance staff no documents, decisions or bookings', async () => {
  await openPerson(personRecord, { ...admin, staff_role: 'finance' })
  expect(screen.queryByRole('link', { name: /View of/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Revoke|Flag/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Bookings and disputes' })).not.toBeInTheDocument()
})

it('says when there is no such person', async () => {
  answer('get /api/admin-panel/people/2/', { detail: 'Not found', code: 'not_found', request_id: 'x' }, 404)
  renderPage(<AdminPerson />, {
    route: '/admin/people/2',
    path: '/admin/people/:personId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('We couldn’t find a person with this number.')).toBeVisible()
})

it('shows why an account was deactivated', async () => {
  const deactivation = { at: '2026-06-01T12:00:00Z', reason: 'Forged papers' }
  await openPerson({ ...personRecord, is_active: false, deactivation })
  expect(screen.getByText('Deactivated on Jun 1, 2026: Forged papers')).toBeVisible()
})
