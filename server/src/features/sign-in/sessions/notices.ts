import { formatInstant } from '@tendwell/contract/format'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { greet } from '../../../ports/mailer/email.ts'
import { defineAccountMail } from '../../people/index.ts'
import { nameCountry } from '../devices/country.ts'
import { describeDevice } from '../devices/device.ts'
import { signEndSessionToken } from './end-link.ts'
import { findSession } from './queries.ts'

/** `isNewDevice` is false if only the country is new. */
type SignIn = { userId: number; sessionId: string; isNewDevice: boolean }

/** Tells the owner of an account about a login from a new device or country. */
export const signInMail = defineAccountMail<SignIn>(
  'accounts.send-sign-in-email',
  async (deps, { fullName, timezone }, { sessionId, isNewDevice }) => {
    const session = await findSession(deps.database, sessionId)
    if (!session) return null
    const { userAgent, address, country, createdAt } = session
    const where = country ? `${nameCountry(country)}, IP address ${address}` : `IP address ${address}`
    const token = encodeURIComponent(signEndSessionToken(deps.secrets, sessionId))
    return {
      subject: `New login to your ${PRODUCT_NAME} account`,
      greeting: greet(fullName),
      paragraphs: [
        `Someone logged in to your account from a new ${isNewDevice ? 'device' : 'country'}.`,
        'If it was you, you don’t need to do anything. If it wasn’t, log that device out now, then set a new password.',
      ],
      facts: [
        { label: 'Device', lines: [describeDevice(userAgent)] },
        { label: 'When', lines: [formatInstant(createdAt.getTime(), timezone ?? 'UTC')] },
        { label: 'Where', lines: [where] },
      ],
      action: {
        label: 'This wasn’t me, log it out',
        url: `${deps.publicUrl()}${paths.endSession}?token=${token}`,
      },
      secondAction: { label: 'See all your devices', url: `${deps.publicUrl()}${paths.account}` },
    }
  },
)
