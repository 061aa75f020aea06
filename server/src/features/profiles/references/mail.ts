import { toFirstName } from '@tendwell/contract/people/first-name'
import { describeKnownYears, REFERENCE_DAYS, RELATION_WORDS } from '@tendwell/contract/profiles/references'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { withTransaction } from '../../../platform/database/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineMail } from '../../notices/index.ts'
import { findUser, hashToken } from '../../people/index.ts'
import { findPublicName, lockReference, updateReference } from './store.ts'

/**
 * The mail that asks a referee, with a new link, of whose token only the hash is stored. A referee who has answered or
 * whose reference has ended isn't mailed. It has no text of the caregiver but their name, which was checked.
 */
export const referenceMail = defineMail<{ referenceId: number }>('profiles.send-reference-email', {
  recipientOf: ({ referenceId }) => `reference:${referenceId}`,
  async compose(deps, { referenceId }) {
    const token = randomToken()
    const reference = await withTransaction(deps.database, async (transaction) => {
      const row = await lockReference(transaction, referenceId)
      if (!row || row.answer !== null) return null
      await updateReference(transaction, row.id, { tokenHash: hashToken(token) })
      return row
    })
    if (!reference) return null
    const caregiver = await findUser(deps.database, reference.caregiverId)
    if (!caregiver?.isActive) return null
    const name = await findPublicName(deps.database, reference.caregiverId)
    const firstName = toFirstName(name)
    const url = `${deps.publicUrl()}${paths.reference}?token=${token}`
    return {
      to: reference.email,
      subject: `${firstName} asks you for a reference`,
      greeting: NAMELESS_GREETING,
      paragraphs: [
        `${name} offers child and family care on ${PRODUCT_NAME} and named you as someone who knows their work. Would you confirm that?`,
        `It takes one press, and you don’t need an account. Families see only how many references are confirmed, never your name or email. If you say no, we don’t tell ${firstName}.`,
        `The link works for ${REFERENCE_DAYS} days. If you don’t know ${firstName}, you can ignore this email.`,
      ],
      facts: [
        { label: 'How you know each other', lines: [RELATION_WORDS[reference.relation].toReferee] },
        { label: 'For how long', lines: [describeKnownYears(reference.years)] },
      ],
      action: { label: 'Answer', url },
      footer: {
        text: `You get this email because ${firstName} gave us your address.`,
        links: [{ label: 'Delete my data and stop these emails', url }],
      },
    }
  },
})
