import type { DocumentRequest, DocumentState, OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaregiverProfile } from '../../test/data.ts'
import { expectFieldError, expectToast } from '../../test/expect.ts'
import { caregiver, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../test/server.ts'
import { Component as CaregiverProfile } from './caregiver-profile.tsx'

const profilePath = '/api/auth/caregiver/profile/'
const documentsPath = '/api/auth/caregiver/documents/'
const openingsPath = '/api/auth/caregiver/documents/openings/'
const pdf = new File(['%PDF'], 'certificate.pdf', { type: 'application/pdf' })
const textFile = new File(['hello'], 'notes.txt', { type: 'text/plain' })

async function openProfile(changes: Partial<OwnCaregiverProfile> = {}, openings: object = listOf([])) {
  answer(`get ${profilePath}`, { ...ownCaregiverProfile, ...changes })
  answer(`get ${openingsPath}`, openings)
  const page = renderPage(<CaregiverProfile />, {
    route: '/caregiver/profile',
    session: sessionOf(caregiver),
  })
  await screen.findByRole('button', { name: 'Save Profile' })
  return page
}

it('requires a name and shows the email read-only', async () => {
  const { fill, press } = await openProfile()
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  await fill('Name', '   ')
  await press('Save Profile')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Name', 'Name is required')
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(sentWrites()).toEqual([])
})

it('refuses a name of more than 25 characters without cutting it, and ends a description at 400', async () => {
  const { fill, press } = await openProfile()
  await fill('Description', 'x'.repeat(500))
  expect(screen.getByLabelText('Description')).toHaveValue('x'.repeat(400))
  expect(screen.getByText('400/400')).toBeInTheDocument()
  await fill('Name', 'A name that is longer than is allowed')
  await press('Save Profile')
  await expectFieldError('Name', 'Name must be at most 25 characters')
  expect(screen.getByLabelText('Name')).toHaveValue('A name that is longer than is allowed')
  expect(sentWrites()).toEqual([])
})

it('rejects an hourly rate above $1,000', async () => {
  const { fill, press } = await openProfile()
  await fill('Hourly rate (USD)', '1000.01')
  await press('Save Profile')
  await expectFieldError('Hourly rate (USD)', 'Hourly rate must be at most 1000')
  expect(sentWrites()).toEqual([])
})

it('keeps only digits, a point and two decimals of a rate, and steps by one', async () => {
  const { user, fill } = await openProfile()
  const rate = screen.getByLabelText('Hourly rate (USD)')
  expect(rate).toHaveValue('42.00')
  await fill('Hourly rate (USD)', 'a4x5.6.789')
  expect(rate).toHaveValue('45.67')
  await user.keyboard('{ArrowUp}')
  expect(rate).toHaveValue('46.67')
  await fill('Hourly rate (USD)', '0.5')
  await user.keyboard('{ArrowDown}')
  expect(rate).toHaveValue('0.00')
})

it('says which rate families see until one is set', async () => {
  const { fill } = await openProfile()
  const rate = screen.getByLabelText('Hourly rate (USD)')
  expect(rate).not.toHaveAccessibleDescription(/families see/)
  await fill('Hourly rate (USD)', '')
  expect(rate).toHaveAccessibleDescription('Not set. Until you set a rate, families see $55.00 / hour.')
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  await fill('Hourly rate (USD)', '42')
  expect(rate).not.toHaveAccessibleDescription(/families see/)
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()
})

it('saves what was changed', async () => {
  const { fill, press, user } = await openProfile()
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await fill('City', ' Queens ')
  expect(screen.getByRole('radio', { name: /^Moderate/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /^Strict Full refund until 7 days/ }))
  expect(await screen.findByText('Not saved yet')).toBeInTheDocument()
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(sentWrites()).toEqual([`PUT ${profilePath}`])
  expect(lastBody()).toEqual({
    editable_full_name: 'Nora Lind',
    city: 'Queens',
    country: 'United States',
    place_id: 5110302,
    hourly_rate_usd: 42,
    languages: ['English', 'French'],
    skills: ['Newborn care', 'CPR'],
    description: 'Ten years with newborns and their parents.',
    timezone: 'America/New_York',
    cancellation_policy: 'strict',
  })
})

it('shows a refused field, keeps what was typed, and asks before leaving', async () => {
  const { fill, press, address, goTo } = await openProfile()
  answer(`put ${profilePath}`, { city: ['No such city'], code: 'invalid' }, 400)
  await fill('City', 'Atlantis')
  await press('Save Profile')
  await expectToast('Failed to save profile')
  await expectFieldError('City', 'No such city')
  expect(screen.getByLabelText('City')).toHaveValue('Atlantis')

  goTo('/requests/incoming')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(dialog).toBeInTheDocument()
  await press('Stay')
  expect(address()).toBe('/caregiver/profile')
  expect(screen.getByLabelText('City')).toHaveValue('Atlantis')
})

it('adds suggested and custom languages', async () => {
  const { user, press } = await openProfile()
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await user.type(screen.getByRole('combobox', { name: 'Languages' }), 'Chin{Enter}Swiss German{Enter}')
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ languages: ['English', 'French', 'Chinese', 'Swiss German'] })
})

it.each([
  ['pending', 'Pending Verification', /check each profile and its documents by hand/],
  ['flagged', 'Under Review', /taking a second look at your profile/],
  ['verified', 'Verified', /^Families can find and book you\./],
] as const)('has a banner for the status %s', async (status, title, text) => {
  await openProfile({ verification_status: status })
  expect(screen.getAllByText(title).length).toBeGreaterThan(0)
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Contact Support' })).not.toBeInTheDocument()
})

it('shows the reason of a rejection and the way to support', async () => {
  await openProfile({ verification_status: 'rejected', rejection_reason: 'The card is blurred' })
  expect(screen.getByText('The card is blurred')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
})

it('shows a new verification status when the caregiver returns to the tab', async () => {
  const { returnToTab } = await openProfile({ verification_status: 'pending' })
  answer(`get ${profilePath}`, ownCaregiverProfile)
  returnToTab()
  expect(await screen.findByText(/^Families can find and book you\./)).toBeInTheDocument()
  expect(screen.queryByText(/by hand/)).not.toBeInTheDocument()
})

it('lists what an incomplete profile misses', async () => {
  await openProfile({ city: '', hourly_rate_usd: 0, profile_complete: false })
  expect(screen.getByText('To complete your profile, add your city and an hourly rate.')).toBeInTheDocument()
})

it.each([
  ['pending', 'Waiting for review'],
  ['verified', 'Verified'],
  ['rejected', 'Rejected'],
  ['flagged', 'Under Review'],
] as const)('lists each document of a %s caregiver once, as “%s”', async (status, word) => {
  await openProfile({ verification_status: status })
  const rows = within(screen.getByRole('region', { name: 'Current Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(word))).toHaveLength(3)
  expect(screen.getAllByText('Certificate')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Upload Documents' })).not.toBeInTheDocument()
})

it('says which document is needed again, and why', async () => {
  const requested = { document: 'certificate', reason: 'It is blurred', requested_at: '2026-06-01T11:00:00Z' }
  await openProfile({ document_requests: [requested as DocumentRequest] })
  const rows = within(screen.getByRole('region', { name: 'Current Documents' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.includes('New copy needed'))).toEqual([false, false, true])
  expect(rows[2]).toHaveTextContent('Reason: It is blurred')
})

const expiringState: DocumentState = {
  document: 'certificate',
  expires_on: '2026-06-20',
  is_expired: false,
  is_expiring: true,
  can_renew: true,
  renewal: null,
  decline_reason: null,
}
const expiredState: DocumentState = { ...expiringState, is_expired: true, is_expiring: false }
const inCertificate = () =>
  within(screen.getAllByRole('listitem').find((row) => /^Certificate/.test(row.textContent)) as HTMLElement)

it('sends a renewal without a question, and says that the caregiver stays verified', async () => {
  const { chooseFiles } = await openProfile({ document_states: [expiringState] })
  expect(screen.getByText('Your certificate expires on Jun 20, 2026')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Upload a new one' })).toHaveAttribute(
    'href',
    '/caregiver/profile#documents',
  )
  expect(screen.getByText(/^Families can find and book you\./)).toBeInTheDocument()
  expect(screen.getByText(/stays on file until we’ve checked the new one/)).toBeInTheDocument()
  expect(inCertificate().getByText('Expires on Jun 20, 2026')).toBeInTheDocument()
  answer(`post ${documentsPath}`, ownCaregiverProfile)
  await chooseFiles('Upload new Certificate', pdf)
  await expectToast('Uploaded. We’ll check it and let you know')
  expect(sentWrites()).toEqual([`POST ${documentsPath}`])
})

it.each(['2028-06-20', null])(
  'sends a copy that was asked for without a question, and does not say that it expires (%s)',
  async (expires_on) => {
    const asked = { ...expiringState, expires_on, is_expiring: false }
    const other = { ...asked, document: 'gov_id_front', can_renew: false } as const
    const request = { document: 'certificate', reason: 'It is blurred', requested_at: '2026-06-01T11:00:00Z' }
    const { chooseFiles } = await openProfile({
      document_states: [other, asked],
      document_requests: [request as DocumentRequest],
    })
    expect(screen.getByText(/or that we asked for again stays on file/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Upload a new one' })).not.toBeInTheDocument()
    expect(inCertificate().getByText('New copy needed')).toBeInTheDocument()
    const renewal = { url: '/api/files/new', submitted_at: '2026-06-01T11:00:00Z' }
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

it('says what an expired document means, in place of the verified status', async () => {
  await openProfile({ document_states: [{ ...expiredState }] })
  expect(screen.getByText('Your certificate expired on Jun 20, 2026')).toBeInTheDocument()
  expect(screen.getByText(/^Upload a new one\. Until/)).toBeInTheDocument()
  expect(screen.queryByText(/^Families can find and book you\./)).not.toBeInTheDocument()
  expect(inCertificate().getByText('Expired')).toBeInTheDocument()
})

it('shows the new file that waits beside the one on file', async () => {
  const renewal = { url: '/api/files/new', submitted_at: '2026-06-01T11:00:00Z' }
  await openProfile({ document_states: [{ ...expiredState, renewal }] })
  expect(screen.getByText(/^We’re checking the new one you uploaded\./)).toBeInTheDocument()
  expect(inCertificate().getByText('New file: waiting for review')).toBeInTheDocument()
  const links = inCertificate().getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'View of Certificate (opens in a new tab)',
    'View of new Certificate (opens in a new tab)',
  ])
})

it('says why a new file was declined', async () => {
  await openProfile({ document_states: [{ ...expiringState, decline_reason: 'It is cut off' }] })
  expect(inCertificate().getByText('It is cut off')).toBeInTheDocument()
})

it('lists when staff opened the documents, a few first, and all on request', async () => {
  const openings = Array.from({ length: 7 }, (_, index) => ({
    id: 7 - index,
    document: index === 0 ? 'gov_id_front' : 'certificate',
    opened_at: `2026-05-${10 + 7 - index}T12:05:00Z`,
  }))
  const { press } = await openProfile({}, { ...listOf(openings.slice(0, 5)), count: 7 })
  const list = await screen.findByRole('list', { name: 'Openings' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    /^The front of your government ID was opened by Tendwell staff on May 17, 2026, \d+:05/,
  )
  answer(`get ${openingsPath}`, listOf(openings))
  await press('Show all 7')
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Openings' })).getAllByRole('listitem')).toHaveLength(7),
  )
  expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
})

it('says that nobody has opened the documents', async () => {
  await openProfile()
  expect(await screen.findByText('No one has opened them yet.')).toBeInTheDocument()
})

it('offers fields for missing documents only', async () => {
  await openProfile({ verification_status: 'pending', gov_id_back: null })
  expect(screen.getByRole('button', { name: 'Choose a file: Government ID, back' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Choose a file: Certificate' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Replace Government ID, back' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Replace Certificate' })).toBeInTheDocument()
})

it('warns a verified caregiver what replacing a document does', async () => {
  const { chooseFiles } = await openProfile()
  expect(
    screen.getByText(/^If you replace a document, we’ll verify your profile again\./),
  ).toBeInTheDocument()
  await chooseFiles('Replace Certificate', pdf)
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /families can’t find or book you, and can’t pay open requests/,
  )
  expect(sentWrites()).toEqual([])
})

it('previews the verified name beside the badge, and marks the one that waits', async () => {
  const { fill } = await openProfile({
    pending_changes: {
      full_name: 'Nora Lindqvist',
      avatar: null,
      description: null,
      submitted_at: '2026-06-01T11:00:00Z',
    },
  })
  const preview = screen.getByRole('heading', { name: 'Profile preview' }).parentElement as HTMLElement
  expect(within(preview).getByText('Nora Lind')).toBeInTheDocument()
  expect(within(preview).getByText('Waiting for review')).toBeInTheDocument()
  expect(within(preview).getByText('Nora Lindqvist')).toBeInTheDocument()
  await fill('Name', 'Nora Berg')
  expect(within(preview).getByText('Nora Lind')).toBeInTheDocument()
  expect(within(preview).getByText('Reviewed after you save')).toBeInTheDocument()
  await fill('Name', 'Nora Lind')
  expect(within(preview).queryByText('Reviewed after you save')).not.toBeInTheDocument()
})

it('says outside of the field that no rate is set', async () => {
  await openProfile({ hourly_rate_usd: 0 })
  expect(screen.getByText('Hourly rate: Not set')).toBeInTheDocument()
  expect(screen.getByLabelText('Hourly rate (USD)')).toHaveAccessibleDescription(/^Not set\./)
})

it('uploads documents only once a file was chosen', async () => {
  const { press } = await openProfile({ verification_status: 'pending', certificate: null })
  await press('Upload Documents')
  await expectToast('Please choose files to upload')
  expect(sentWrites()).toEqual([])
})

it('rejects a document that is no image or PDF, or larger than 10 MB', async () => {
  const { chooseFiles } = await openProfile({ verification_status: 'pending', certificate: null })
  await chooseFiles('Choose a file: Certificate', textFile)
  expect(screen.getByText('Please choose an image (PNG, JPEG or WebP) or a PDF')).toBeInTheDocument()
  const large = new File([], 'large.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  await chooseFiles('Choose a file: Certificate', large)
  expect(screen.getByText('Please choose a file up to 10 MB')).toBeInTheDocument()
  expect(screen.queryByText('large.pdf')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('keeps a document whose upload was refused, with the reason', async () => {
  const { press, chooseFiles } = await openProfile({ verification_status: 'pending', certificate: null })
  answer(`post ${documentsPath}`, { certificate: ['Please upload a PNG, JPEG, WebP or PDF file'] }, 415)
  await chooseFiles('Choose a file: Certificate', pdf)
  await press('Upload Documents')
  await expectToast('Failed to upload documents')
  expect(screen.getByText('Please upload a PNG, JPEG, WebP or PDF file')).toBeInTheDocument()
  expect(screen.getByText('certificate.pdf')).toBeInTheDocument()
})

it('uploads chosen documents and clears them', async () => {
  const { press, chooseFiles } = await openProfile({ verification_status: 'pending', certificate: null })
  answer(`post ${documentsPath}`, ownCaregiverProfile)
  await chooseFiles('Choose a file: Certificate', pdf)
  await press('Upload Documents')
  await expectToast('Documents uploaded')
  expect(screen.queryByText('certificate.pdf')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([`POST ${documentsPath}`])
})

it.each(['verified', 'rejected'] as const)(
  'asks a %s caregiver before documents are sent',
  async (status) => {
    const { press, chooseFiles } = await openProfile({ verification_status: status, certificate: null })
    await chooseFiles('Choose a file: Certificate', pdf)
    await press('Upload Documents')
    const dialog = await screen.findByRole('alertdialog', { name: 'Upload your documents?' })
    expect(dialog).toHaveTextContent('goes back to Pending Verification')
    await press('Cancel')
    expect(screen.getByText('certificate.pdf')).toBeInTheDocument()
    expect(sentWrites()).toEqual([])
  },
)

it('replaces one document after a confirmation', async () => {
  const { user, press, chooseFiles } = await openProfile()
  await chooseFiles('Replace Certificate', textFile)
  expect(screen.getByText('Please choose an image (PNG, JPEG or WebP) or a PDF')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  const refusal = 'Please upload a PNG, JPEG, WebP or PDF file'
  answer(`post ${documentsPath}`, { certificate: [refusal], code: 'invalid' }, 415)
  await chooseFiles('Replace Certificate', new File(['%PDF'], 'wrong.pdf', { type: 'application/pdf' }))
  await screen.findByRole('alertdialog', { name: 'Replace this document?' })
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

it('asks before leaving with documents that are not uploaded', async () => {
  const { chooseFiles, goTo, press, address } = await openProfile({
    verification_status: 'pending',
    certificate: null,
  })
  await chooseFiles('Choose a file: Certificate', pdf)
  goTo('/')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(dialog).toHaveTextContent('documents you chose')
  await press('Stay')
  expect(screen.getByText('certificate.pdf')).toBeInTheDocument()
  goTo('/')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Leave')
  expect(address()).toBe('/')
})

const waiting = {
  full_name: 'Nora Hart',
  avatar: '/avatars/new',
  submitted_at: '2026-05-30T12:00:00Z',
  description: null,
}

it.each([
  [waiting, 'Your new name and photo are waiting for review', 'Nora Lind and your verified photo'],
  [{ ...waiting, avatar: null }, 'Your new name is waiting for review', 'Nora Lind. You sent this on'],
  [
    { ...waiting, full_name: null },
    'Your new photo is waiting for review',
    'Nora Lind and your verified photo',
  ],
])('says what waits for review and what families still see', async (pending_changes, title, seen) => {
  await openProfile({ avatar: '/avatars/verified', pending_changes })
  expect(screen.getByText(title)).toBeInTheDocument()
  expect(screen.getByText(/^Families still see/)).toHaveTextContent(seen)
  expect(screen.getByLabelText('Name')).toHaveValue(pending_changes.full_name ?? 'Nora Lind')
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(
    'We review a new name before families see it.',
  )
})

it('withdraws what waits for review', async () => {
  const { press } = await openProfile({ pending_changes: waiting })
  answer(`delete ${profilePath}changes/`, {}, 500)
  await press('Withdraw change')
  await expectToast('Failed to withdraw the change')
  answer(`delete ${profilePath}changes/`, ownCaregiverProfile)
  answer(`get ${profilePath}`, ownCaregiverProfile)
  await press('Withdraw change')
  await expectToast('Change withdrawn')
  await waitFor(() => expect(screen.queryByText(/waiting for review$/)).not.toBeInTheDocument())
  expect(screen.getByLabelText('Name')).toHaveValue('Nora Lind')
})

it('says nothing of a review to a caregiver who isn’t verified', async () => {
  await openProfile({ verification_status: 'pending' })
  expect(screen.getByLabelText('Name')).not.toHaveAccessibleDescription()
})

it('shows which contact details a description can’t have', async () => {
  const { fill, press } = await openProfile()
  await fill('Description', 'Call me at 212 555 0142')
  const message = 'Please remove a phone number: “212 555 0142”. Families contact and pay you on Tendwell'
  answer(`put ${profilePath}`, { detail: message, code: 'invalid', description: [message] }, 400)
  await press('Save Profile')
  await expectFieldError('Description', message)
})

it('takes only an image of at most 5 MB as a photo', async () => {
  const { press, chooseFiles } = await openProfile()
  await press('Change Photo')
  const dialog = await screen.findByRole('dialog', { name: 'Change Photo' })
  const upload = within(dialog).getByRole('button', { name: 'Upload' })
  expect(upload).toBeDisabled()
  await chooseFiles('Choose a file: Photo', pdf)
  expect(within(dialog).getByText('Please choose an image: PNG, JPEG or WebP')).toBeInTheDocument()
  const large = new File([], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 })
  await chooseFiles('Choose a file: Photo', large)
  expect(within(dialog).getByText('Please choose an image up to 5 MB')).toBeInTheDocument()
  expect(upload).toBeDisabled()
  await press('Cancel')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([])
})

it('follows what another tab saved, except where something was typed', async () => {
  const { fill, press, returnToTab } = await openProfile()
  await fill('City', 'Queens')
  answer(`get ${profilePath}`, { ...ownCaregiverProfile, city: 'Paris', hourly_rate_usd: 50 })
  returnToTab()
  await waitFor(() => expect(screen.getByLabelText('Hourly rate (USD)')).toHaveValue('50.00'))
  expect(screen.getByLabelText('City')).toHaveValue('Queens')
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ city: 'Queens', hourly_rate_usd: 50 })
})

it('offers to retry when the profile fails to load', async () => {
  answer(`get ${profilePath}`, {}, 500)
  answer(`get ${openingsPath}`, listOf([]))
  const { press } = renderPage(<CaregiverProfile />, {
    route: '/caregiver/profile',
    session: sessionOf(caregiver),
  })
  expect(await screen.findByText('Failed to load your profile')).toBeInTheDocument()
  answer(`get ${profilePath}`, ownCaregiverProfile)
  await press('Retry')
  expect(await screen.findByRole('button', { name: 'Save Profile' })).toBeInTheDocument()
})
