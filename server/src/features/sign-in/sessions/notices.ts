import { formatInstant } from '@tendwell/contract/format'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'
import type { UserRow } from '../../people/index.ts'
import { nameCountry } from '../devices/country.ts'
import { describeDevice } from '../devices/device.ts'

type Recipient = Pick<UserRow, 'email' | 'fullName' | 'timezone'>

type SignIn = {
  userAgent: string
  address: string
  country: string | null
  createdAt: Date
  isNewDevice: boolean
}

/** @param links where the session is ended, and where all devices are listed */
export function renderSignInEmail(
  { email, fullName, timezone }: Recipient,
  { userAgent, address, country, createdAt, isNewDevice }: SignIn,
  links: { end: string; account: string },
): Email {
  const where = country ? `${nameCountry(country)}, IP address ${address}` : `IP address ${address}`
  return renderEmail({
    to: email,
    subject: `New login to your ${PRODUCT_NAME} account`,
    greeting: greet(fullName),
    paragraphs: [
      `Someone logged in to your account from a new ${isNewDevice ? 'device' : 'country'}.`,
      "If it was you, you don't need to do anything. If it wasn't, log that device out now, then set a new password.",
    ],
    facts: [
      { label: 'Device', lines: [describeDevice(userAgent)] },
      { label: 'When', lines: [formatInstant(createdAt.getTime(), timezone ?? 'UTC')] },
      { label: 'Where', lines: [where] },
    ],
    action: { label: "This wasn't me: log it out", url: links.end },
    secondAction: { label: 'See all your devices', url: links.account },
  })
}
