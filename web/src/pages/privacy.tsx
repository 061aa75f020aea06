import { Link } from 'react-router'
import { useAuthSettingsQuery } from '../features/accounts/api.ts'
import { type LegalSection, LegalText } from '../features/support/components/legal-text.tsx'
import { paths } from '../lib/paths.ts'
import { PRODUCT_NAME } from '../lib/product.ts'
import { Page } from '../ui/page.tsx'

const contact = (
  <Link to={paths.contact} className="text-link">
    write to us
  </Link>
)

function listSections(operator: string): LegalSection[] {
  return [
    {
      title: 'Who is responsible',
      points: [
        `${operator} runs ${PRODUCT_NAME} and decides what happens with your data.`,
        <>For any question about it, {contact}.</>,
      ],
    },
    {
      title: 'What we keep',
      points: [
        'Your account: name, email, a hash of your password, your photo, your time zone, which terms you agreed to, and the devices you are logged in on with their network address.',
        'Families: city, phone, address, children’s names and ages, and the notes you write.',
        'Caregivers: your profile, hours, identity papers and certificate.',
        'Requests, bookings, payments, messages, reviews and disputes with their evidence.',
        'A log of security events, such as logins and changes of your password.',
      ],
    },
    {
      title: 'What we don’t keep',
      points: [
        'Your card number and your full bank details. Our payment provider has them; we see the last digits of the bank account.',
        'The place and the camera’s details in photos: we redraw each picture without them.',
      ],
    },
    {
      title: 'Who sees what',
      points: [
        'Everyone can see a verified caregiver’s profile, and reviews with a first name and an initial.',
        'Before payment a caregiver sees a family’s city, part of town and children’s ages. After it also the phone number, the address and the children’s names, until 30 days after the last booking.',
        'Identity papers are seen by you and by our staff only. Each time one of our staff opens them it is recorded.',
        'Messages are for the two people in the conversation.',
        'Our payment provider gets what it needs to take payments and to pay caregivers. If you continue with Google, Google knows that you log in here.',
        'We sell nothing, show no ads and track nobody across sites.',
      ],
    },
    {
      title: 'Cookies and storage',
      points: [
        'Two cookies: one recognizes a device you have logged in on, the other opens your own files. Your browser also stores your session and drafts you haven’t sent.',
        'No cookies for advertising or statistics.',
      ],
    },
    {
      title: 'Emails',
      points: [
        'You choose in your account which emails you get. Those about money and your account’s safety are always sent.',
      ],
    },
    {
      title: 'How long, and your rights',
      points: [
        'We keep your data while you have an account. Records of payments stay after that, because they must.',
        <>
          To see, correct or move your data, or to close your account, {contact}. Much of it you can change
          yourself in your profile and account.
        </>,
      ],
    },
  ]
}

export function Component() {
  const { data } = useAuthSettingsQuery()
  return (
    <Page title="Privacy" lead="What we know about you, who sees it, and what you can do." width="reading">
      <LegalText sections={listSections(data?.operator_name ?? PRODUCT_NAME)} />
    </Page>
  )
}
