import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { TERMS_VERSION } from '@tendwell/contract/reference'
import { DISPUTE_DAYS } from '@tendwell/contract/safety/dispute-types'
import { Link } from 'react-router'
import { plural } from '../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../lib/product.ts'
import { paths } from '../../shared/routes/paths.ts'
import { useAuthSettingsQuery } from '../../shared/sign-in/sign-in-api.ts'
import { Page } from '../../ui/page.tsx'
import { type LegalSection, LegalText } from './legal-text.tsx'

const contact = (
  <Link to={paths.contact} className="text-link">
    write to us
  </Link>
)

function listSections(operator: string, holdHours: number): LegalSection[] {
  return [
    {
      title: 'Who we are',
      points: [
        `${operator === PRODUCT_NAME ? `${PRODUCT_NAME} is` : `${operator} runs ${PRODUCT_NAME},`} a marketplace where families find, book and pay caregivers.`,
        `The care itself is agreed between the family and the caregiver. Caregivers are not our employees.`,
        `By signing up you agree to these terms. If we change them, the new version is shown here with its date.`,
      ],
    },
    {
      title: 'Your account',
      points: [
        'One account is for one person, with an email address of their own and their real name.',
        'Keep your password to yourself. Anything done from your account counts as done by you until you tell us otherwise.',
        'We can deactivate an account that breaks these terms or puts people at risk.',
        <>
          You can close your account yourself, under “Your data” on your{' '}
          <Link to={paths.account} className="text-link">
            account page
          </Link>
          , once visits and money are settled. After 14 days we erase your data. Records of bookings and
          payments stay, without your name. If anything is in the way, {contact}.
        </>,
      ],
    },
    {
      title: 'Caregivers',
      points: [
        'A caregiver’s page says which of their papers our staff checked, and when; where it says nothing, we claim nothing. That is a check of documents, not a promise about how someone will behave.',
        'Verified caregivers’ new names and photos are shown after we have looked at them.',
        'We can put a profile under review or remove it from search.',
      ],
    },
    {
      title: 'Booking and paying',
      points: [
        `A request is free and holds no hours. ${describeHold(holdHours)}`,
        'The price is the hours times the caregiver’s rate at the time of your request, plus a service fee where one is shown.',
        'You pay by card on our payment provider’s page. If the hours were taken while you paid, you get everything back.',
        'We hold the money until the care is over. Then it goes to the caregiver, less our share where there is one.',
        'Please pay through us. We can’t help with payments made elsewhere.',
      ],
    },
    {
      title: 'Cancellations',
      points: [
        'A family can withdraw a request before it is paid, and cancel a paid visit before it starts. What comes back follows the cancellation policy that the caregiver chose, as shown before paying and kept with the booking.',
        `The policies are: ${Object.values(POLICY_TEXTS)
          .map(({ name, text }) => `${name}: ${text}`)
          .join(' ')}`,
        'If a caregiver cancels, the family gets everything back for that visit.',
        'Either side can propose another time of the same length. The visit moves only if the other side accepts, at the same price.',
        'If a caregiver is removed, we cancel their upcoming bookings and refund them in full.',
        'While a caregiver is under review, the family can cancel upcoming bookings for a full refund.',
        'If we deactivate a family’s account, its upcoming bookings are canceled under the cancellation policy of each booking.',
      ],
    },
    {
      title: 'Disputes and reviews',
      points: [
        `A family can open a dispute from the payment until ${DISPUTE_DAYS} days after the last visit. In the meantime we hold the booking’s money, hear both sides and decide.`,
        'After a visit a family can review it once. A review must be about that visit, honest, and free of other people’s private details.',
      ],
    },
    {
      title: 'What is not allowed',
      points: [
        'Fake documents, someone else’s identity, bought reviews, threats, spam, and anything against the law.',
        'Posting contact details in your public profile or reviews.',
        'Copying profiles in bulk, or disrupting the service.',
      ],
    },
  ]
}

/** Who gets the hours of an accepted request. @see docs/rules/bookings.md#holding */
function describeHold(hours: number): string {
  const first = 'After the caregiver accepts, the first family to pay gets the hours.'
  if (hours === 0) return first
  return `After the caregiver accepts, the hours are held for the family for ${plural(hours, 'hour')}, but not beyond their start. If it hasn’t paid by then, the first family to pay gets them.`
}

export function TermsPage() {
  const { data } = useAuthSettingsQuery()
  return (
    <Page title="Terms of Use" lead={`The rules of ${PRODUCT_NAME}, in plain words.`} width="reading">
      <LegalText
        sections={listSections(data?.operator_name ?? PRODUCT_NAME, data?.hold_hours ?? 0)}
        version={TERMS_VERSION}
      />
    </Page>
  )
}
