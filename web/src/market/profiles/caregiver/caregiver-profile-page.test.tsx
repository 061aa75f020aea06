import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { homeOf, ownCaregiverProfile } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../../test/server.ts'
import { CaregiverProfilePage } from './caregiver-profile-page.tsx'

const profilePath = '/api/auth/caregiver/profile/'

async function openProfile(changes: Partial<OwnCaregiverProfile> = {}) {
  answer(`get ${profilePath}`, { ...ownCaregiverProfile, ...changes })
  answer('get /api/auth/caregiver/documents/openings/', listOf([]))
  answer('get /api/home/', homeOf({}))
  const page = renderPage(<CaregiverProfilePage />, {
    route: '/caregiver/profile',
    session: sessionOf(caregiver),
  })
  await screen.findByRole('button', { name: 'Save Profile' })
  return page
}

it('requires a name of at most 25 characters and a rate of at most $1,000, and ends a description at 400', async () => {
  const { fill, press } = await openProfile()
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('Description')).toHaveAttribute('maxlength', '400')
  expect(screen.getByText('42/400')).toBeInTheDocument()
  await fill('Hourly rate (USD)', '1000.01')
  await fill('Name', '   ')
  await press('Save Profile')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Name', 'Name is required')
  await expectFieldError('Hourly rate (USD)', 'Hourly rate must be at most 1000')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  await fill('Name', 'A name that is longer than is allowed')
  await press('Save Profile')
  await expectFieldError('Name', 'Name must be at most 25 characters')
  expect(screen.getByLabelText('Name')).toHaveValue('A name that is longer than is allowed')
  expect(sentWrites()).toEqual([])
})

it('lists what an incomplete profile misses, and says which rate families see until one is set', async () => {
  const { fill } = await openProfile({ city: '', hourly_rate_usd: 0, profile_complete: false })
  expect(screen.getByText('To complete your profile, add your city and an hourly rate.')).toBeInTheDocument()
  const rate = screen.getByLabelText('Hourly rate (USD)')
  const hint = 'Not set. Until you set a rate, families see $55.00 / hour.'
  expect(rate).toHaveAccessibleDescription(hint)
  expect(screen.getByText('Hourly rate: Not set')).toBeInTheDocument()
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()
  await fill('Hourly rate (USD)', '9,50')
  expect(rate).toHaveAccessibleDescription('That’s $9.50.')
  expect(screen.queryByText('Hourly rate: Not set')).not.toBeInTheDocument()
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  await fill('Hourly rate (USD)', '')
  expect(rate).toHaveAccessibleDescription(hint)
})

it('asks in kilometers where a country uses them, and refuses 0', async () => {
  const { fill, press } = await openProfile({ country: 'France', city: 'Lyon', travel_km: 16.09344 })
  const travel = screen.getByLabelText(/^How far you travel \(km\)/)
  expect(travel).toHaveValue('16.1')
  await fill(/^How far you travel/, '0')
  await press('Save Profile')
  await waitFor(() =>
    expect(travel).toHaveAccessibleDescription('Enter at least 1 mile or 1 km, or leave it empty'),
  )
  expect(sentWrites()).toEqual([])
})

it('asks in miles in an American browser until a country is chosen, and keeps the typed number', async () => {
  const { fill, press, user } = await openProfile({ country: '', city: '', place_id: null })
  await fill(/^How far you travel \(miles\)/, '15')
  await fill('City', 'Lyon')
  await press('Save Profile')
  expect(await screen.findByText('Choose the country of your city')).toBeVisible()
  expect(sentWrites()).toEqual([])
  await user.click(screen.getByRole('button', { name: /Country/ }))
  await user.click(screen.getByRole('option', { name: 'France' }))
  expect(screen.getByLabelText(/^How far you travel \(km\)/)).toHaveValue('15')
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ country: 'France', travel_km: 15 })
})

it('saves what was changed', async () => {
  const { fill, press, user } = await openProfile()
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await fill('City', ' Queens ')
  expect(screen.getByText('Queens, United States')).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: /^Moderate/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /^Strict Full refund until 7 days/ }))
  await user.type(screen.getByRole('combobox', { name: 'Languages' }), 'Twi,')
  await fill(/^Years of experience/, '12')
  await fill(/^How far you travel \(miles\)/, '10')
  await fill(/^Video link/, 'https://vimeo.com/76979871')
  await user.click(screen.getByRole('button', { name: 'Toddler' }))
  await user.tab()
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
    languages: ['English', 'French', 'Twi'],
    skills: ['Newborn care', 'CPR'],
    description: 'Ten years with newborns and their parents.',
    timezone: 'America/New_York',
    phone_number: '',
    cancellation_policy: 'strict',
    experience_years: 12,
    care_ages: ['toddler'],
    video_url: 'https://vimeo.com/76979871',
    travel_km: 16.09344,
  })
})

it('shows refused fields, keeps what was typed, and asks before leaving', async () => {
  const { fill, press, address, goTo } = await openProfile()
  const message = 'Please remove a phone number: “212 555 0142”. Families contact and pay you on Tendwell'
  answer(`put ${profilePath}`, { city: ['No such city'], description: [message], code: 'invalid' }, 400)
  await fill('City', 'Atlantis')
  await fill('Description', 'Call me at 212 555 0142')
  await press('Save Profile')
  await expectToast('Failed to save profile')
  await expectFieldError('City', 'No such city')
  await expectFieldError('Description', message)
  expect(screen.getByLabelText('City')).toHaveValue('Atlantis')

  goTo('/requests/incoming')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(dialog).toBeInTheDocument()
  await press('Stay')
  expect(address()).toBe('/caregiver/profile')
  expect(screen.getByLabelText('City')).toHaveValue('Atlantis')
})

it('follows what staff decided and another tab saved, except where something was typed', async () => {
  const { fill, press, returnToTab } = await openProfile({ verification_status: 'pending' })
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('You can change your name twice a year.')
  await fill('City', 'Queens')
  answer(`get ${profilePath}`, { ...ownCaregiverProfile, city: 'Paris', hourly_rate_usd: 50 })
  returnToTab()
  await waitFor(() => expect(screen.getByLabelText('Hourly rate (USD)')).toHaveValue('50.00'))
  expect(screen.getByText(/^Families can find you and book the hours you set\./)).toBeInTheDocument()
  expect(screen.queryByText(/by hand/)).not.toBeInTheDocument()
  expect(screen.getByLabelText('City')).toHaveValue('Queens')
  answer(`put ${profilePath}`, ownCaregiverProfile)
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ city: 'Queens', hourly_rate_usd: 50 })
})

it('says what an expired document means, in place of the verified status', async () => {
  const document_states: OwnCaregiverProfile['document_states'] = [
    {
      document: 'certificate',
      expires_on: '2026-06-20',
      is_expired: true,
      is_expiring: false,
      is_checked: true,
      can_renew: true,
      renewal: null,
      decline_reason: null,
    },
  ]
  await openProfile({ document_states })
  expect(screen.getByText('Your certificate expired on Jun 20, 2026')).toBeInTheDocument()
  expect(screen.queryByText(/^Families can find you and book the hours you set\./)).not.toBeInTheDocument()
})

it('previews the badge of a background check as long as it counts', async () => {
  const check = {
    id: 5,
    status: 'clear',
    checked: ['Identity'],
    requested_at: '2026-05-30T12:00:00Z',
  } as const
  const overview = {
    offer: { checked: check.checked, provider: 'Sandbox Screening', help_url: 'https://screening.test/help' },
    can_start: false,
    can_start_from: null,
    check: {
      ...check,
      provider: 'Sandbox Screening',
      completed_on: null,
      decision: null,
      identity: 'same',
      page_url: null,
    },
  }
  const { checked } = check
  const dates = { completed_on: '2026-06-01', valid_until: '2027-06-01' }
  const badge = { checked, provider: 'Sandbox Screening', ...dates, reviewed_by_us: false }
  answer('get /api/background-checks/mine/', { ...overview, badge })
  const { returnToTab } = await openProfile()
  const preview = screen.getByRole('heading', { name: 'Profile preview' }).parentElement as HTMLElement
  const panel = within(await screen.findByRole('region', { name: 'Background check' }))
  expect(await panel.findByText(/^Families see a badge/)).toBeInTheDocument()
  expect(within(preview).getByText('Background check')).toBeInTheDocument()
  answer('get /api/background-checks/mine/', { ...overview, badge: null })
  returnToTab()
  expect(await panel.findByText(/no longer counts/)).toBeInTheDocument()
  expect(within(preview).queryByText('Background check')).not.toBeInTheDocument()
})

it('asks before leaving with documents that are not uploaded', async () => {
  const { chooseFiles, goTo, press, address } = await openProfile({
    verification_status: 'pending',
    certificate: null,
  })
  const pdf = new File(['%PDF'], 'certificate.pdf', { type: 'application/pdf' })
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

it('withdraws what waits for review', async () => {
  const { press } = await openProfile({
    pending_changes: {
      full_name: 'Nora Hart',
      avatar: null,
      description: null,
      submitted_at: '2026-05-30T12:00:00Z',
    },
  })
  const name = screen.getByLabelText('Name')
  expect(name).toHaveValue('Nora Hart')
  expect(name).toHaveAccessibleDescription('We review a new name before families see it.')
  const preview = screen.getByRole('heading', { name: 'Profile preview' }).parentElement as HTMLElement
  expect(within(preview).getByText('Waiting for review')).toBeInTheDocument()
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

it('offers to retry when the profile fails to load', async () => {
  answer(`get ${profilePath}`, {}, 500)
  answer('get /api/auth/caregiver/documents/openings/', listOf([]))
  const { press } = renderPage(<CaregiverProfilePage />, {
    route: '/caregiver/profile',
    session: sessionOf(caregiver),
  })
  expect(await screen.findByText('Failed to load your profile')).toBeInTheDocument()
  answer(`get ${profilePath}`, ownCaregiverProfile)
  await press('Retry')
  expect(await screen.findByRole('button', { name: 'Save Profile' })).toBeInTheDocument()
})

it('previews the name with an initial where strangers see no surnames, and says who sees all of it', async () => {
  const hint = 'Families see your full name once you have accepted a request of theirs.'
  const { fill } = await openProfile({ verification_status: 'pending', hides_surname: true })
  await fill('Name', 'Clara Carer')
  expect(screen.getByText('Clara C.')).toBeInTheDocument()
  expect(screen.getByText(hint)).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Clara Carer')
})

it('previews the full name elsewhere', async () => {
  const { fill } = await openProfile({ verification_status: 'pending' })
  await fill('Name', 'Clara Carer')
  expect(screen.getByText('Clara Carer')).toBeInTheDocument()
  expect(screen.queryByText(/Families see your full name/)).not.toBeInTheDocument()
})

it.each([
  ['a listed caregiver', { verification_status: 'verified', profile_complete: true }, true],
  [
    'a listed caregiver, whose profile says in text that it is complete,',
    { verification_status: 'verified', profile_complete: 'true' as unknown as true },
    true,
  ],
  ['one who isn’t verified', { verification_status: 'pending', profile_complete: true }, false],
  ['one with an incomplete profile', { verification_status: 'verified', profile_complete: false }, false],
] as const)(
  'leads %s to their public page and its reviews, if there is one',
  async (_who, changes, isShown) => {
    await openProfile(changes)
    const hrefs = ['See your public page', 'Your reviews'].map((name) =>
      screen.queryByRole('link', { name })?.getAttribute('href'),
    )
    const page = `/caregivers/${ownCaregiverProfile.id}`
    expect(hrefs).toEqual(isShown ? [page, `${page}#reviews`] : [undefined, undefined])
  },
)
