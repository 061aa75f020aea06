import { PRIVACY_VERSION } from '@tendwell/contract/reference'
import { Link } from 'react-router'
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

function listSections(operator: string): LegalSection[] {
  return [
    {
      title: 'Who is responsible',
      points: [`${operator} is responsible for your data.`, <>For any question about it, {contact}.</>],
    },
    {
      title: 'What we keep',
      points: [
        'Your account: name, email, a hash of your password, your photo, your time zone, which terms you agreed to, and the devices you are logged in on, with their IP addresses and the country each address points to. We email you when you log in on a new device or in a new country.',
        'Two-step sign-in: your passkeys’ public keys and names, your authenticator app’s key in encrypted form, and hashes of your recovery codes.',
        'Families: city, phone, address, the emergency contact you name, children’s names and ages or birth months, the notes you write, the searches you save and the full days you wait for, and when you last paid with a card in your name, but not the name on it.',
        'Caregivers: your profile, phone, hours, government ID and certificate.',
        'If a caregiver names you as a reference: your name, your email, how and for how long you know each other, and whether you confirmed. You can delete it with the link in our email. A code made with a secret key from your email then stays while the caregiver has an account, so that we don’t email you about them again.',
        'Requests, bookings, payments, messages, reviews and disputes with their evidence.',
        'Reports you send, with a copy of what you reported, and whom you block, with the reason you give.',
        'What a caregiver tells our team about a family after a visit.',
        'If you’re a caregiver who starts a background check: what you agreed to, the name and date of birth that were checked, the result, its dates and what we decided.',
        'A log of security events, such as logins and changes of your password.',
        'If we ban you, or you close your account while a bank takes back a payment of yours: codes made with a secret key from your confirmed emails, your phone number, your bank accounts, the browsers you logged in with and the pictures of both sides of your ID. They show us that the same one comes back, and they can’t be turned back into what they were made from.',
        'A code of the same kind for each bank account you enter, so that one account belongs to one person, and for each phone number you save, until 180 days after you replace or remove it, so that a banned person can’t hide theirs.',
      ],
    },
    {
      title: 'What we don’t keep',
      points: [
        'Your card number and your full bank details. Our payment provider has them; we see the last digits of the bank account.',
        'The details you enter for a background check, but for your name and date of birth, and the report. The company that does the check has them; our team can read the report there, with a login.',
        'The location and camera details in photos: we save each photo without them.',
      ],
    },
    {
      title: 'Who sees what',
      points: [
        'Everyone can see a verified caregiver’s profile, and reviews with a first name and an initial.',
        'Before payment a caregiver sees a family’s city, part of town and children’s ages, and whether it has paid with a card in its name. After payment, they also see the address and the children’s names, until 30 days after the last booking. From payment until a day after the last visit, each side sees the other’s phone number, and the caregiver sees the family’s emergency contact.',
        'Only you and our staff can see your ID and certificate. We record each time someone on our staff opens them.',
        'Messages are private between the two people in the conversation. Our team opens messages only for a report, a booking or a dispute, and we record each time someone opens a conversation.',
        'Everyone can see how many references of a caregiver are confirmed. Only the caregiver and our team see who they are, and only our team who said no.',
        'Only our team sees reports and the reasons for a block. We never tell anyone who reported or blocked them.',
        'Only our team reads what a caregiver tells us about a family after a visit.',
        'Everyone can see that a caregiver’s background check was clear, what it covered, who did it, its date, how long it counts, and whether we reviewed the result. Only the caregiver, our team and the company that does the check see any other result.',
        'Our payment provider gets what it needs to take payments and to pay caregivers. If you verify your phone number, a company that sends text messages gets it and the code. The company that does background checks gets a number for the check from us, and everything else from the caregiver. If you continue with Google, Google knows that you log in here.',
        'We don’t sell your data, show ads or track you across sites.',
      ],
    },
    {
      title: 'Cookies and storage',
      points: [
        'Four cookies: one recognizes a device you have logged in on, one recognizes the browser, so that people we had to ban don’t come back unseen, one remembers a device where you skip the second step, and one opens your own files. Your browser also stores your session and drafts you haven’t sent.',
        'No cookies for advertising or statistics.',
      ],
    },
    {
      title: 'Emails',
      points: [
        'You choose in your account which emails you get. Emails about money and account security are always on.',
      ],
    },
    {
      title: 'How long, and your rights',
      points: [
        <>
          Under “Your data” on your{' '}
          <Link to={paths.account} className="text-link">
            account page
          </Link>{' '}
          you can download a copy of all your data, and close your account. You can correct your data in your
          profile.
        </>,
        'We keep your data while you have an account, and erase it 14 days after you close the account. Records of bookings and payments stay without your name, because the law requires them. Star ratings stay too, and so does what others wrote in reviews, reports and disputes, or told our team about you. The codes of a banned person stay for as long as the ban holds, so that they don’t come back under another name, and those of bank accounts stay too. Backups are overwritten within 30 days after that.',
        <>If anything is wrong or missing, {contact}.</>,
      ],
    },
  ]
}

export function PrivacyPage() {
  const { data } = useAuthSettingsQuery()
  return (
    <Page
      title="Privacy Policy"
      lead="What we know about you, who sees it, and what you can do."
      width="reading"
    >
      <LegalText sections={listSections(data?.operator_name ?? PRODUCT_NAME)} version={PRIVACY_VERSION} />
    </Page>
  )
}
