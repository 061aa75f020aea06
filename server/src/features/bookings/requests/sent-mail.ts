import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { greet } from '../../../ports/mailer/email.ts'
import { fillNames, fillVisitDay, renderFacts } from '../../notices/index.ts'
import { defineAccountMail, findMailNames } from '../../people/index.ts'
import {
  toCareFacts,
  toDeadlineFact,
  toSubjectWords,
  toVisitFacts,
  WAITING_REQUESTS,
} from '../notice-parts.ts'
import { getRequestDetails } from '../queries.ts'

/** Confirms to a family that its request was sent. It isn't sent once the request is answered or closed. */
export const requestSentMail = defineAccountMail<{ userId: number; requestId: number }>(
  'bookings.send-request-sent-email',
  async (deps, family, { requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    if (request.isAnswered || request.rejectionCause !== null) return null
    const names = await findMailNames(deps.database, [request.caregiverId], family.id)
    const fillIn = (text: string) => fillNames(text, names)
    const { name, day } = toSubjectWords(request, 'caretaker')
    const facts = [
      ...toVisitFacts(request, 'caretaker'),
      toDeadlineFact('Can be answered until', request),
      ...toCareFacts(request, 'caretaker'),
    ]
    return {
      subject: fillIn(fillVisitDay(`Your request to ${name} for ${day} was sent`, facts, family.timezone)),
      greeting: greet(family.fullName),
      paragraphs: [
        fillIn(`We sent your request to ${request.caregiverName}.`),
        `What happens next: we let you know as soon as there is an answer. You pay only once it is accepted${deps.config.holdHours > 0 ? '' : ', and the first family to pay gets these times'}. Until then you can withdraw it on ${PRODUCT_NAME}.`,
      ],
      facts: renderFacts(facts, family.timezone).map(({ label, lines }) => ({
        label,
        lines: lines.map(fillIn),
      })),
      action: { label: 'See your request', url: `${deps.publicUrl()}${WAITING_REQUESTS}` },
    }
  },
)
