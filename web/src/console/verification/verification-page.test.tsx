import type { CaregiverDocument, DocumentFile, PersonRecord } from '@tendwell/contract/console/people'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { expectFieldError, expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { auditEntries, fineCheck, note, personRecord } from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { api } from '../../lib/transport/api-base.ts'
import { VerificationPage } from './verification-page.tsx'

vi.mock('./pdf.ts', () => ({
  openPdf: async () => ({ pdf: { numPages: 2, getPage: async () => ({}) }, end: () => {} }),
  drawPage: async () => {},
}))

const inTenMinutes = () => Math.floor(Date.now() / 1_000) + 600
const link = (id: string, expires = inTenMinutes()) => `/api/files/${id}?expires=${expires}`

const front: CaregiverDocument = {
  kind: 'id_front',
  file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001',
  url: link('front'),
  name: 'passport.png',
  content_type: 'image/jpeg',
  uploaded_at: '2026-01-06T12:00:00Z',
  check: null,
  renewal: null,
}
const certificate: CaregiverDocument = {
  ...front,
  kind: 'certificate',
  file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0002',
  url: link('certificate'),
  check: { ...fineCheck, expires_on: '2026-01-31', is_expired: true },
}

const checkedFront: CaregiverDocument = { ...front, check: fineCheck }

const withDocuments = (...documents: CaregiverDocument[]) =>
  ({
    ...personRecord,
    caregiver: { ...personRecord.caregiver, verification_status: 'pending', documents },
  }) as PersonRecord

/** Opens the screen. `opened` are the files that were loaded, which the server audits. */
async function openReview(person = withDocuments(front, certificate), query = '', staff = admin) {
  const opened: string[] = []
  answer('get /api/admin-panel/people/2/', person)
  answer('get /api/admin-panel/caregivers/2/verification/neighbors/', { previous: null, next: 5 })
  answer('get /api/admin-panel/history/', listOf(auditEntries))
  answer('get /api/admin-panel/notes/', listOf([note]))
  server.use(
    http.get('/api/files/:id', ({ params }) => {
      opened.push(String(params.id))
      const type = params.id === 'pdf' ? 'application/pdf' : 'image/jpeg'
      return new HttpResponse('content', { headers: { 'content-type': type } })
    }),
  )
  const page = renderPage(<VerificationPage />, {
    route: `/admin/verification/2${query}`,
    path: '/admin/verification/:personId',
    session: sessionOf(staff),
  })
  await screen.findByRole('region', { name: 'Documents' })
  return { ...page, opened }
}

const viewer = (name: string) => screen.findByRole('region', { name: `${name} of Nora Lind` })
const region = (name: string) => within(screen.getByRole('region', { name }))
const sheetOf = (image: HTMLElement) => image.parentElement?.style.transform ?? ''

it('shows the documents beside what families see, with notes and past decisions', async () => {
  const { opened } = await openReview()
  expect(await screen.findByRole('img', { name: 'ID, front of Nora Lind' })).toBeVisible()
  expect(opened).toEqual(['front'])
  expect(region('What families see').getByText('I look after newborns.')).toBeVisible()
  expect(screen.getByText('Not uploaded: ID back.')).toBeVisible()
  expect(await region('Notes').findByText('Called about parking')).toBeVisible()
  expect(await region('Decisions').findByText(/Decided on the verification/)).toBeVisible()
  expect(region('Decision').getByText('Expired: Certificate.')).toBeVisible()
  expect(region('Decision').getByText('Not checked yet: ID front.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument()
})

it('zooms, fits and rotates by buttons and keys, and goes to the next document by key', async () => {
  const { press, user, address, opened } = await openReview()
  const image = await screen.findByRole('img', { name: 'ID, front of Nora Lind' })
  await press('Zoom in')
  expect(screen.getByText('125%')).toBeVisible()
  await user.keyboard('-')
  expect(screen.getByText('Fit')).toBeVisible()
  await user.keyboard('++0r')
  expect(screen.getByText('Fit')).toBeVisible()
  expect(sheetOf(image)).toContain('rotate(90deg)')
  expect(screen.getByRole('button', { name: 'Previous document' })).toBeDisabled()
  await user.keyboard('n')
  await viewer('Certificate')
  expect(address()).toBe('/admin/verification/2?document=certificate')
  expect(sheetOf(await screen.findByRole('img', { name: 'Certificate of Nora Lind' }))).toContain(
    'rotate(0deg)',
  )
  await user.keyboard('p')
  await viewer('ID, front')
  expect(opened).toEqual(['front', 'certificate', 'front'])
})

it('does not take keys that are typed into a field', async () => {
  const { user, address } = await openReview()
  await screen.findByRole('img', { name: 'ID, front of Nora Lind' })
  await user.type(screen.getByLabelText('New note'), 'none')
  expect(address()).toBe('/admin/verification/2')
})

it('shows the pages of a PDF', async () => {
  await openReview(withDocuments({ ...certificate, url: link('pdf'), content_type: 'application/pdf' }))
  expect(await screen.findByRole('img', { name: 'Certificate of Nora Lind, page 2 of 2' })).toBeVisible()
})

it('asks for a new link when the first has expired, and opens that', async () => {
  const { opened } = await openReview(withDocuments({ ...front, url: link('front', 1) }))
  expect(await screen.findByText('Failed to open the document')).toBeVisible()
  expect(opened).toEqual([])
  answer('get /api/admin-panel/people/2/', withDocuments({ ...front, url: link('renewed') }))
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(await screen.findByRole('img', { name: 'ID, front of Nora Lind' })).toBeVisible()
  expect(opened).toEqual(['renewed'])
})

it('says so when the server was not reached, and keeps the focus on Retry while it tries again', async () => {
  const page = openReview()
  server.use(http.get('/api/files/:id', () => HttpResponse.error()))
  const { press, opened } = await page
  const reason = 'We couldn’t reach the server. Check your connection and try again.'
  expect(await screen.findByText(reason)).toBeVisible()
  await press('Retry')
  const retry = screen.getByRole('button', { name: 'Retry' })
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
  expect(retry).toHaveFocus()
  expect(opened).toEqual([])
})

it('asks for a new link when the document does not load', async () => {
  let calls = 0
  const page = openReview()
  server.use(
    http.get('/api/admin-panel/people/2/', () => {
      calls += 1
      return HttpResponse.json(
        withDocuments({ ...front, url: calls === 1 ? '/api/files/gone' : link('new') }),
      )
    }),
    http.get('/api/files/gone', () => HttpResponse.json({}, { status: 404 })),
  )
  const { opened } = await page
  expect(await screen.findByRole('img', { name: 'ID, front of Nora Lind' })).toBeVisible()
  expect(opened).toEqual(['new'])
})

it('lets a document be marked as fine once it was opened, not before', async () => {
  let answerFile = () => {}
  const opened = new Promise<void>((resolve) => {
    answerFile = resolve
  })
  const page = openReview(withDocuments({ ...front, url: link('late') }))
  server.use(
    http.get('/api/files/late', async () => {
      await opened
      return new HttpResponse('content', { headers: { 'content-type': 'image/jpeg' } })
    }),
  )
  await page
  expect(screen.getByRole('button', { name: 'Mark as OK' })).toBeDisabled()
  answerFile()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as OK' })).toBeEnabled())
})

it('marks a document as fine until a day, with what it is, naming the file that was shown', async () => {
  const { press, fill } = await openReview(withDocuments(certificate), '?document=certificate')
  expect(region('Documents').getByText('Expired on Jan 31, 2026')).toBeVisible()
  await screen.findByRole('img', { name: 'Certificate of Nora Lind' })
  await fill(/^What it is/, 'First Aid certificate')
  await fill(/^Expires on/, '2199-01-31')
  answer('post /api/admin-panel/caregivers/2/documents/certificate/check/', {
    message: 'Document checked',
    result: 'ok',
  })
  await press('Mark as OK')
  await expectToast('Document checked')
  expect(lastBody()).toEqual({
    file_id: certificate.file_id,
    result: 'ok',
    reason: '',
    title: 'First Aid certificate',
    expires_on: '2199-01-31',
    never_expires: false,
  })
})

it('keeps a typed expiration date while another document is shown, but not for another file', async () => {
  const unchecked = { ...certificate, check: null }
  const { user, fill, store } = await openReview(withDocuments(front, unchecked))
  await fill(/^Expires on/, '2199-01-31')
  const links = within(screen.getByRole('navigation', { name: 'Documents' }))
  await user.click(links.getByRole('link', { name: 'Certificate' }))
  await viewer('Certificate')
  expect(screen.getByLabelText(/^Expires on/)).toHaveValue('')
  await user.click(links.getByRole('link', { name: 'ID, front' }))
  await viewer('ID, front')
  expect(screen.getByLabelText(/^Expires on/)).toHaveValue('2199-01-31')
  const newer = { ...front, file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0009', name: 'new.png' }
  answer('get /api/admin-panel/people/2/', withDocuments(newer, unchecked))
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await waitFor(() => expect(screen.getByLabelText(/^Expires on/)).toHaveValue(''))
})

const newFile: DocumentFile = {
  file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0003',
  url: link('renewal'),
  name: 'certificate-2027.png',
  content_type: 'image/jpeg',
  uploaded_at: '2026-01-20T12:00:00Z',
}
const renewalPath = 'post /api/admin-panel/caregivers/2/documents/id_front/renewal/'
const openRenewal = () => openReview(withDocuments({ ...front, renewal: newFile }), '?document=id_front')

it('shows a new file beside the one on file, and accepts it with its expiry date', async () => {
  const { press, fill } = await openRenewal()
  expect(await screen.findByRole('img', { name: 'ID, front of Nora Lind, on file' })).toBeVisible()
  expect(await screen.findByRole('img', { name: 'ID, front of Nora Lind, new' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Mark as OK' })).not.toBeInTheDocument()
  await press('Accept')
  await expectFieldError('Expires on', 'Enter the expiration date, or check the box below.')
  await fill(/^Expires on/, '2020-01-31')
  await press('Accept')
  await expectFieldError('Expires on', 'This document has expired. Ask for a new one.')
  expect(sentWrites()).toEqual([])
  await fill(/^Expires on/, '2199-01-31')
  answer(renewalPath, { message: 'New document accepted', decision: 'accept' })
  await press('Accept')
  await expectToast('New document accepted')
  expect(lastBody()).toEqual({
    file_id: newFile.file_id,
    decision: 'accept',
    reason: '',
    title: '',
    expires_on: '2199-01-31',
    never_expires: false,
  })
})

it('accepts an ID that has no expiry date', async () => {
  const { press, user } = await openRenewal()
  await user.click(screen.getByRole('checkbox', { name: 'This ID has no expiration date' }))
  expect(screen.getByLabelText(/^Expires on/)).toBeDisabled()
  answer(renewalPath, { message: 'New document accepted', decision: 'accept' })
  await press('Accept')
  await expectToast('New document accepted')
  expect(lastBody()).toMatchObject({ expires_on: null, never_expires: true })
})

it('declines a new file with a reason', async () => {
  const { press, fill } = await openRenewal()
  await press('Decline')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline the new document?' }))
  expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled()
  await fill('Reason *', ' It is cut off ')
  answer(renewalPath, { message: 'New document declined', decision: 'decline' })
  await press('Decline')
  await expectToast('New document declined')
  expect(lastBody()).toMatchObject({ file_id: newFile.file_id, decision: 'decline', reason: 'It is cut off' })
})

it('closes the dialog when the caregiver has uploaded another file', async () => {
  const { press, fill } = await openRenewal()
  await press('Decline')
  await fill('Reason *', 'Dark')
  answer(renewalPath, { detail: 'The documents changed', code: 'conflict' }, 409)
  await press('Decline')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('asks for a document again with a reason', async () => {
  const { press, fill } = await openReview()
  await press('Ask for a new copy')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ask for a new copy?' }))
  expect(dialog.getByRole('button', { name: 'Ask for a new copy' })).toBeDisabled()
  await waitFor(() => expect(screen.getByLabelText('Reason *')).toHaveFocus())
  await fill('Reason *', 'It is blurred')
  answer('post /api/admin-panel/caregivers/2/documents/id_front/check/', {
    message: 'The caregiver was asked for a new document',
    result: 'ask_again',
  })
  await press('Ask for a new copy')
  await expectToast('The caregiver was asked for a new document')
  expect(lastBody()).toMatchObject({ file_id: front.file_id, result: 'ask_again', reason: 'It is blurred' })
  expect(sentWrites()).toHaveLength(1)
})

it('leads through the queue that the admin came from', async () => {
  await openReview(undefined, '?q=Lin&verification=flagged&document=certificate')
  const queue = within(screen.getByRole('navigation', { name: 'Queue: Flagged' }))
  expect(await queue.findByRole('link', { name: 'Next caregiver' })).toHaveAttribute(
    'href',
    '/admin/verification/5?q=Lin&verification=flagged',
  )
  expect(queue.getByRole('button', { name: 'Previous caregiver' })).toBeDisabled()
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/admin?q=Lin&verification=flagged',
  )
})

it('moves the focus to the decision after one', async () => {
  const { press } = await openReview(withDocuments(checkedFront), '', { ...admin, staff_role: 'admin' })
  const verify = screen.getAllByRole('button', { name: /^Verify/ })
  expect(verify.map(({ textContent }) => textContent)).toEqual(['Verify'])
  expectPersonLinks({ 'Sina Support': 9 })
  answer('post /api/admin-panel/caregivers/2/verification/', {
    message: 'Caregiver verified successfully',
    verification_status: 'verified',
  })
  const verified = withDocuments(front)
  if (verified.caregiver) verified.caregiver.verification_status = 'verified'
  answer('get /api/admin-panel/people/2/', verified)
  await press('Verify Nora Lind')
  await expectToast('Caregiver verified successfully')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Decision' })).toHaveFocus())
})

it('decides on the documents that were shown first, and after a refusal on the new ones', async () => {
  const { press, store } = await openReview(withDocuments(checkedFront))
  const newer = '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0009'
  answer(
    'get /api/admin-panel/people/2/',
    withDocuments({ ...checkedFront, file_id: newer, name: 'new.png' }),
  )
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await waitFor(() => expect(screen.getByRole('link', { name: /^Original/ })).toBeVisible())
  const detail = 'The documents changed after you opened them.'
  answer('post /api/admin-panel/caregivers/2/verification/', { detail, code: 'conflict' }, 409)
  await press('Verify Nora Lind')
  await expectToast(detail)
  expect(lastBody()).toMatchObject({ document_ids: { id_front: front.file_id } })
  answer('post /api/admin-panel/caregivers/2/verification/', {
    message: 'Caregiver verified successfully',
    verification_status: 'verified',
  })
  await press('Verify Nora Lind')
  await expectToast('Caregiver verified successfully')
  expect(lastBody()).toMatchObject({ document_ids: { id_front: newer } })
})

it('lets an admin verify without what is missing for a typed reason, which the record then shows', async () => {
  const person = withDocuments(checkedFront)
  if (person.caregiver) person.caregiver.missing = ['id_back']
  const { press, fill } = await openReview(person, '', { ...admin, staff_role: 'admin' })
  expect(region('Decision').getByText('Missing: the back of an ID.')).toBeVisible()
  await press('Verify anyway')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Verify Nora Lind?' }))
  expect(dialog.getByText('Missing: the back of an ID.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Verify caregiver' })).toBeDisabled()
  await fill('Reason *', 'Known from the agency')
  answer('post /api/admin-panel/caregivers/2/verification/', {
    message: 'Caregiver verified successfully',
    verification_status: 'verified',
  })
  const verified = withDocuments(checkedFront)
  if (verified.caregiver) {
    verified.caregiver.verification_status = 'verified'
    verified.caregiver.verification_override = 'Known from the agency'
    verified.caregiver.missing = ['id_back']
  }
  answer('get /api/admin-panel/people/2/', verified)
  await press('Verify caregiver')
  await expectToast('Caregiver verified successfully')
  expect(lastBody()).toMatchObject({ admin_notes: 'Known from the agency' })
  expect(await region('Decision').findByText(/Known from the agency/)).toHaveTextContent(
    'Verified without complete papers or profile: Known from the agency Families read no claim about papers.',
  )
  expect(screen.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument()
})

it('says of a verified caregiver what families read no claim about since their name or photo changed', async () => {
  const person = withDocuments({ ...front, check: { ...fineCheck, is_outdated: true } })
  if (person.caregiver) person.caregiver.verification_status = 'verified'
  await openReview(person)
  expect(
    region('Decision').getByText(
      'Not checked since the name or photo changed: ID front. Families read no claim about that until you mark it again.',
    ),
  ).toBeVisible()
})

it('offers no way around what is missing to support staff', async () => {
  const person = withDocuments(checkedFront)
  if (person.caregiver) person.caregiver.missing = ['id_back']
  await openReview(person, '', { ...admin, staff_role: 'support' })
  expect(region('Decision').getByText('Missing: the back of an ID.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument()
})

it('says when someone uploaded nothing, and when there is no such caregiver', async () => {
  const { unmount } = await openReview(withDocuments())
  expect(screen.getByText('No documents uploaded')).toBeVisible()
  unmount()
  answer('get /api/admin-panel/people/2/', { ...personRecord, role: 'caretaker', caregiver: null })
  renderPage(<VerificationPage />, {
    route: '/admin/verification/2',
    path: '/admin/verification/:personId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('We couldn’t find a caregiver with this number.')).toBeVisible()
})
