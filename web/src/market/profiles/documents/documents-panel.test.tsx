import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expiringCertificate, ownCaregiverProfile } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf, sentWrites } from '../../../../test/server.ts'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'

const profilePath = '/api/auth/caregiver/profile/'
const documentsPath = '/api/auth/caregiver/documents/'
const openingsPath = '/api/auth/caregiver/documents/openings/'
const pdf = new File(['%PDF'], 'certificate.pdf', { type: 'application/pdf' })
const textFile = new File(['hello'], 'notes.txt', { type: 'text/plain' })

function LoadedPanel() {
  const { data: profile } = useOwnCaregiverProfileQuery()
  const uploads = useDocumentUploads()
  return profile && <DocumentsPanel profile={profile} uploads={uploads} />
}

async function openPanel(changes: Partial<OwnCaregiverProfile> = {}, openings: object = listOf([])) {
  answer(`get ${profilePath}`, { ...ownCaregiverProfile, ...changes })
  answer(`get ${openingsPath}`, openings)
  const page = renderPage(<LoadedPanel />, { session: sessionOf(caregiver) })
  await screen.findByRole('region', { name: 'Verification' })
  return page
}

const renewal = { url: '/api/files/new', submitted_at: '2026-06-01T11:00:00Z' }
const request = {
  document: 'certificate',
  reason: 'It is blurred',
  requested_at: '2026-06-01T11:00:00Z',
} as const
const rows = () => within(screen.getByRole('region', { name: 'Current Documents' })).getAllByRole('listitem')
const inCertificate = () => within(rows()[2] as HTMLElement)

it.each([
  ['pending', 'Waiting for review'],
  ['verified', 'Verified'],
  ['rejected', 'Rejected'],
  ['flagged', 'Under Review'],
] as const)('lists each document of a %s caregiver once, as “%s”', async (status, word) => {
  await openPanel({ verification_status: status })
  expect(rows().map((row) => within(row).getByText(word))).toHaveLength(3)
  expect(screen.getAllByText('Certificate')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Upload Documents' })).not.toBeInTheDocument()
  expect(await screen.findByText('No one has opened them yet.')).toBeInTheDocument()
})

it.each([
  [true, 'Checked'],
  [false, 'Waiting for review'],
])('calls a document of a pending caregiver by its own state: checked %s', async (isChecked, word) => {
  const certificate = { ...expiringCertificate, is_checked: isChecked, is_expiring: false, can_renew: false }
  await openPanel({ verification_status: 'pending', document_states: [certificate] })
  expect(inCertificate().getByText(word)).toBeInTheDocument()
  expect(screen.getAllByText('Waiting for review')).toHaveLength(isChecked ? 2 : 3)
})

it('says which document is needed again, which new file was declined, and which one waits', async () => {
  await openPanel({
    document_requests: [{ ...request, document: 'gov_id_front' }],
    document_states: [
      { ...expiringCertificate, document: 'gov_id_back', decline_reason: 'It is cut off' },
      { ...expiringCertificate, is_expired: true, is_expiring: false, renewal },
    ],
  })
  const [front, back, certificate] = rows()
  expect(front).toHaveTextContent(/New copy needed.*Reason: It is blurred/)
  expect(back).toHaveTextContent(/Expires soonExpires on Jun 20, 2026.*It is cut off/)
  expect(certificate).toHaveTextContent(/^CertificateExpiredExpired on Jun 20, 2026/)
  expect(inCertificate().getByText('New file: waiting for review')).toBeInTheDocument()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))
  expect(links).toEqual([
    'View of Government ID, front (opens in a new tab)',
    'View of Government ID, back (opens in a new tab)',
    'View of Certificate (opens in a new tab)',
    'View of new Certificate (opens in a new tab)',
  ])
  for (const text of [/New copy needed/, /It is cut off/, /New file/])
    expect(screen.getAllByText(text)).toHaveLength(1)
})

it('sends a renewal without a question, while the caregiver stays verified', async () => {
  const { chooseFiles } = await openPanel({ document_states: [expiringCertificate] })
  expect(screen.getByText(/stays on file until we’ve checked the new one/)).toBeInTheDocument()
  expect(screen.queryByText('Not listed')).not.toBeInTheDocument()
  answer(`post ${documentsPath}`, ownCaregiverProfile)
  await chooseFiles('Upload new Certificate', pdf)
  await expectToast('Uploaded. We’ll check it and let you know')
  expect(sentWrites()).toEqual([`POST ${documentsPath}`])
})

it.each(['2028-06-20', null])(
  'sends a copy that was asked for without a question, and does not say that it expires (%s)',
  async (expires_on) => {
    const asked = { ...expiringCertificate, expires_on, is_expiring: false }
    const other = { ...asked, document: 'gov_id_front', can_renew: false } as const
    const { chooseFiles } = await openPanel({ document_states: [other, asked], document_requests: [request] })
    expect(screen.getByText(/or that we asked for again stays on file/)).toBeInTheDocument()
    expect(inCertificate().getByText('New copy needed')).toBeInTheDocument()
    const uploaded = { ...ownCaregiverProfile, document_states: [other, { ...asked, renewal }] }
    answer(`post ${documentsPath}`, uploaded)
    answer(`get ${profilePath}`, uploaded)
    await chooseFiles('Upload new Certificate', pdf)
    await expectToast('Uploaded. We’ll check it and let you know')
    expect(await inCertificate().findByText('New file: waiting for review')).toBeInTheDocument()
    expect(inCertificate().getByText('Verified')).toBeInTheDocument()
    expect(screen.queryByText('Expires soon')).not.toBeInTheDocument()
    expect(sentWrites()).toEqual([`POST ${documentsPath}`])
  },
)

it('lists when staff opened the documents, a few first, and all on request', async () => {
  const openings = Array.from({ length: 7 }, (_, index) => ({
    id: 7 - index,
    document: index === 0 ? 'gov_id_front' : 'certificate',
    opened_at: `2026-05-${10 + 7 - index}T12:05:00Z`,
  }))
  const { press } = await openPanel({}, { ...listOf(openings.slice(0, 5)), count: 7 })
  const list = await screen.findByRole('list', { name: 'Openings' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    /^The front of your government ID was opened by Tendwell staff on May 17, 2026, \d+:05/,
  )
  answer(`get ${openingsPath}`, listOf(openings))
  await press('Show all 7')
  expect(screen.getByRole('region', { name: 'When your documents were opened' })).toHaveFocus()
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Openings' })).getAllByRole('listitem')).toHaveLength(7),
  )
  expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
})

it('says what is needed, that a certificate is optional, and what to do with a passport', async () => {
  await openPanel({
    verification_status: 'pending',
    gov_id_front: null,
    gov_id_back: null,
    certificate: null,
  })
  expect(screen.getByText(/^We need both sides of your ID\. A certificate is optional\./)).toBeInTheDocument()
  expect(screen.getByText(/^Optional\. First aid/)).toBeInTheDocument()
  expect(screen.getByText(/For a passport, upload the photo page as the front/)).toBeInTheDocument()
  expect(screen.getByText(/For a passport, upload the photo page again/)).toBeInTheDocument()
})

it('calls nothing missing while only a certificate could be added', async () => {
  await openPanel({ verification_status: 'pending', certificate: null })
  expect(screen.getByText(/^You can also add a certificate\./)).toBeInTheDocument()
  expect(screen.queryByText(/Still missing/)).not.toBeInTheDocument()
})

it('offers fields for missing documents only, and uploads only once a file was chosen', async () => {
  const { press } = await openPanel({ verification_status: 'pending', gov_id_back: null })
  expect(screen.getByRole('button', { name: 'Choose a file: Government ID, back' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Choose a file: Certificate' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Replace Government ID, back' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Replace Certificate' })).toBeInTheDocument()
  await press('Upload Documents')
  await expectToast('Please choose files to upload')
  expect(sentWrites()).toEqual([])
})

it('rejects a document that is no image or PDF, or larger than 10 MB', async () => {
  const { chooseFiles } = await openPanel({ verification_status: 'pending', certificate: null })
  await chooseFiles('Choose a file: Certificate', textFile)
  expect(screen.getByText('Please choose an image (PNG, JPEG or WebP) or a PDF')).toBeInTheDocument()
  const large = new File([], 'large.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  await chooseFiles('Choose a file: Certificate', large)
  expect(screen.getByText('Please choose a file up to 10 MB')).toBeInTheDocument()
  expect(screen.queryByText('large.pdf')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('keeps a document whose upload was refused, with the reason, and clears it once it is uploaded', async () => {
  const { press, chooseFiles } = await openPanel({ verification_status: 'pending', certificate: null })
  answer(`post ${documentsPath}`, { certificate: ['Please upload a PNG, JPEG, WebP or PDF file'] }, 415)
  await chooseFiles('Choose a file: Certificate', pdf)
  await press('Upload Documents')
  await expectToast('Failed to upload documents')
  expect(screen.getByText('Please upload a PNG, JPEG, WebP or PDF file')).toBeInTheDocument()
  expect(screen.getByText('certificate.pdf')).toBeInTheDocument()
  answer(`post ${documentsPath}`, ownCaregiverProfile)
  await press('Upload Documents')
  await expectToast('Documents uploaded')
  expect(screen.queryByText('certificate.pdf')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual(Array(2).fill(`POST ${documentsPath}`))
})

it.each(['verified', 'rejected'] as const)(
  'asks a %s caregiver before documents are sent',
  async (status) => {
    const { press, chooseFiles } = await openPanel({ verification_status: status, certificate: null })
    await chooseFiles('Choose a file: Certificate', pdf)
    await press('Upload Documents')
    const dialog = await screen.findByRole('alertdialog', { name: 'Upload your documents?' })
    expect(dialog).toHaveTextContent('goes back to Pending Verification')
    await press('Cancel')
    expect(screen.getByText('certificate.pdf')).toBeInTheDocument()
    expect(sentWrites()).toEqual([])
  },
)

it('replaces one document after a confirmation that says what it does', async () => {
  const { user, press, chooseFiles } = await openPanel()
  expect(
    screen.getByText(/^If you replace a document, we’ll verify your profile again\./),
  ).toBeInTheDocument()
  await chooseFiles('Replace Certificate', textFile)
  expect(screen.getByText('Please choose an image (PNG, JPEG or WebP) or a PDF')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  const refusal = 'Please upload a PNG, JPEG, WebP or PDF file'
  answer(`post ${documentsPath}`, { certificate: [refusal], code: 'invalid' }, 415)
  await chooseFiles('Replace Certificate', new File(['%PDF'], 'wrong.pdf', { type: 'application/pdf' }))
  expect(await screen.findByRole('alertdialog', { name: 'Replace this document?' })).toHaveTextContent(
    /families can’t find or book you, and can’t pay open requests/,
  )
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([])
  await chooseFiles('Replace Certificate', pdf)
  const send = async () => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Replace this document?' })
    await user.click(within(dialog).getByRole('button', { name: 'Replace and send' }))
  }
  await send()
  await expectToast('Failed to update document')
  expect(screen.getByText(refusal)).toBeInTheDocument()
  answer(`post ${documentsPath}`, ownCaregiverProfile)
  await chooseFiles('Replace Certificate', new File(['%PDF'], 'newer.pdf', { type: 'application/pdf' }))
  await send()
  await expectToast('Document updated')
})
