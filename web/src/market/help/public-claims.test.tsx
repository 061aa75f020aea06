/** Whatever the public pages say about caregivers names the rule that the server enforces. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { answer } from '../../../test/server.ts'
import { defaultMeta } from '../../app/page-head.tsx'
import { searchMeta } from '../caregivers/search/page-meta.ts'
import { HomePage } from '../home/home-page.tsx'
import { HelpPage } from './help-page.tsx'
import { TermsPage } from './terms-page.tsx'

/** The sentences, and the section of `docs/rules` that makes each true. */
const claims: Record<string, string> = {
  // Home
  'Their pages say what we checked, and you choose the times that suit your family.':
    'profiles-and-files.md#what-the-badge-says',
  'Our team decides on each caregiver by hand before families can find them.':
    'profiles-and-files.md#verification',
  'Our team decides on each profile before it’s listed, and families review the care they’ve had.':
    'profiles-and-files.md#verification',
  'You only pay once the caregiver accepts.': 'bookings.md#paying',
  'Caregivers who fit come first, with the reasons.': 'profiles-and-files.md#best-match',
  'A caregiver’s page says which papers we checked, and when.': 'profiles-and-files.md#what-the-badge-says',
  // Help
  'You can set your hours once you’re verified.': 'availability.md#weekly-hours',
  'We let the caregiver know, and you pay nothing.': 'bookings.md#request-states',
  'It follows the policy that the caregiver chose, which is shown on their profile and before you pay:Flexible.':
    'bookings.md#cancellation-policies',
  'If caregivers in the place of the visit or near it, who do the same kind of care, are free at those times, we show you up to three.':
    'bookings.md#backup-caregivers',
  'Caregivers can also connect calendars of their own, so that hours they are busy there can’t be booked here.':
    'calendars.md#outside-calendars',
  'After the caregiver accepts your request.': 'bookings.md#paying',
  'The caregiver’s hourly rate times the number of hours, in US dollars, and the service fee if there is one.':
    'bookings.md#price',
  'Then it becomes available in the caregiver’s wallet, unless a dispute is open or a bank takes the payment back.':
    'money.md#release',
  'Before a caregiver’s first payout, and with larger amounts of new families, some of it waits longer, and the wallet says how much and until when.':
    'money.md#new-money',
  'Caregivers upload a government ID, front and back, and certificates if they have any.':
    'profiles-and-files.md#documents',
  'A complete profile, a government ID, front and back, and certificates if you have any.':
    'profiles-and-files.md#verification',
  'Someone on our team checks them by hand.': 'console.md#verification-decisions',
  'A caregiver’s page says what was checked, and when.': 'profiles-and-files.md#what-the-badge-says',
  'You replaced a document that hadn’t expired and that we hadn’t asked for again.':
    'profiles-and-files.md#verification',
  'We check it before families can find you.': 'profiles-and-files.md#verification',
  'A new copy shortly before a document expires, or one we asked for, doesn’t change your status.':
    'profiles-and-files.md#renewals',
  'You stay listed while we check it, as long as all your documents are still valid.':
    'profiles-and-files.md#renewals',
  'Once a document has expired, families can’t find or book you until we’ve accepted a new one.':
    'profiles-and-files.md#expiry',
  'Where it’s offered, an optional check of a caregiver by an outside company.':
    'background-checks.md#starting-a-check',
  'If it’s clear, their page shows a badge for 12 months, which opens what was checked, by whom and when.':
    'background-checks.md#the-badge',
  'The caregiver gives their details to that company, and we never receive or store the report.':
    'background-checks.md#who-sees-what',
  'If we reject it, the caregiver gets the payment.': 'disputes.md#closing',
  // Terms
  'A caregiver’s page says which of their papers our staff checked, and when; where it says nothing, we claim nothing.':
    'profiles-and-files.md#what-the-badge-says',
  'Verified caregivers’ new names and photos are shown after we have looked at them.':
    'profiles-and-files.md#changing-a-verified-name-or-photo',
  'After the caregiver accepts, the first family to pay gets the hours.': 'bookings.md#paying',
  'The price is the hours times the caregiver’s rate at the time of your request, plus a service fee where one is shown.':
    'bookings.md#price',
  'Then it goes to the caregiver, less our share where there is one.': 'money.md#fees',
  'What comes back follows the cancellation policy that the caregiver chose, as shown before paying and kept with the booking.':
    'bookings.md#cancellation-policies',
  'If a caregiver cancels, the family gets everything back for that visit.': 'bookings.md#canceling',
  'If a caregiver is removed, we cancel their upcoming bookings and refund them in full.':
    'bookings.md#when-a-person-is-removed',
  'While a caregiver is under review, the family can cancel upcoming bookings for a full refund.':
    'bookings.md#when-a-person-is-removed',
}

/** Sentences about caregivers that promise nothing: what someone can do, and what we don't claim. */
const promiseNothing = [
  'Exceptional nannies, doulas and newborn specialists.',
  'Check your spam folder, then request a new link.',
  'We check with the payment provider and complete your booking.',
  'Choose Report from the menu with three dots, or below a profile or review.',
  'Copying profiles in bulk, or disrupting the service.',
  'Posting contact details in your public profile or reviews.',
  'Read profiles and reviews, compare rates, and find the right person for your home and schedule.',
  'We can put a profile under review or remove it from search.',
  'You’ll find the reason on your profile.',
  'Find a caregiver, open their profile and choose Book Now.',
  'I’m a caregiver.',
  'Complete your profile and upload your documents first.',
  'Upload a new document and we’ll check it, or write to us.',
  'Upload the new document on your profile.',
  'A check covers records up to the day it was done and is no promise of good care.',
  'Tendwell is a marketplace where families find, book and pay caregivers.',
  'The care itself is agreed between the family and the caregiver.',
  'Caregivers are not our employees.',
  'That is a check of documents, not a promise about how someone will behave.',
  'Fake documents, someone else’s identity, bought reviews, threats, spam, and anything against the law.',
  'Find nannies, doulas and newborn specialists on Tendwell.',
  'Nannies, doulas and newborn specialists, at the times that suit your family.',
  'Find nannies, doulas and newborn specialists.',
]

const about =
  /caregiver|nann(y|ies)|doula|specialist|verified|profile|their pages?\b|\bchecks?\b|checked|document|certificate/i

const split = (text: string) => text.split(/(?<=[.!?])\s+(?=[A-Z“])/).map((sentence) => sentence.trim())
const isStatement = (sentence: string) => about.test(sentence) && sentence.endsWith('.')

/** The statements about caregivers on a page. What families say in quotes is their own. */
function readStatements(page: ParentNode): string[] {
  const blocks = [...page.querySelectorAll('p, li, summary, details > :not(summary)')].filter(
    (block) => !block.closest('figure') && !block.querySelector('p, li, summary'),
  )
  return blocks.flatMap(({ textContent }) => split(textContent ?? '')).filter(isStatement)
}

it('each statement about caregivers on a public page is one that a rule makes true', () => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Tendwell' })
  const said = new Set<string>()
  for (const [route, page] of [
    ['/', <HomePage key="home" />],
    ['/help', <HelpPage key="help" />],
    ['/terms', <TermsPage key="terms" />],
  ] as const) {
    const { container, unmount } = renderPage(page, { route })
    for (const statement of readStatements(container)) said.add(statement)
    unmount()
  }
  for (const { description, cardDescription } of [defaultMeta, searchMeta()]) {
    for (const text of [description, cardDescription]) {
      for (const sentence of split(text).filter(isStatement)) said.add(sentence)
    }
  }
  expect([...said].sort()).toEqual([...Object.keys(claims), ...promiseNothing].sort())
})

/** A heading's link, as GitHub makes it. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

it.each([...new Set(Object.values(claims))])('%s is a section of the rules', (rule) => {
  const [file = '', anchor] = rule.split('#')
  const text = readFileSync(path.join(import.meta.dirname, '../../../../docs/rules', file), 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
  expect(headings).toContain(anchor)
})
