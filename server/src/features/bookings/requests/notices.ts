import { UNANSWERED_HOURS } from '@tendwell/contract/bookings/bookings'
import { type DoneNotices, defineJobNotice, defineNotice, type Notice } from '../../notices/index.ts'
import { findReaderZone } from '../../profiles/index.ts'
import { getRequestDetails } from '../queries.ts'
import type { RequestDetails } from '../responses.ts'
import { lockUnansweredRequest } from '../store.ts'
import { findOffer } from '../substitutes/offer.ts'
import { withoutSecondMail } from '../taken-back.ts'
import {
  renderAccepted,
  renderAutoRejected,
  renderOthersOffered,
  renderRejected,
  renderRequestCreated,
  renderRequestWithdrawn,
  renderUnansweredReminder,
} from './notice-texts.ts'
import { getReminderTime, isUnanswered, offersOthers, UNANSWERED_JOB, type Unanswered } from './unanswered.ts'

/** The notice that asks a family to pay is done. */
export const endPayNotice = ({ requestId, familyId }: RequestDetails): DoneNotices => ({
  userId: familyId,
  doneCauses: [`request:${requestId}:accepted`],
})

const toUnansweredCause = ({ requestId, hours }: Unanswered) => `request:${requestId}:unanswered:${hours}`

/**
 * The notices that ask a caregiver to answer, and a family to ask others meanwhile, are done.
 * @param beforeHours only those that came earlier than so many hours after the request
 */
function endAnswerNotices(
  { requestId, caregiverId, familyId }: RequestDetails,
  beforeHours = Number.POSITIVE_INFINITY,
): DoneNotices[] {
  const reminderCauses = UNANSWERED_HOURS.filter((hours) => hours < beforeHours).map((hours) =>
    toUnansweredCause({ requestId, hours }),
  )
  return [
    { userId: caregiverId, doneCauses: [`request:${requestId}:submitted`, ...reminderCauses] },
    { userId: familyId, doneCauses: reminderCauses },
  ]
}

/** A notice that is only sent while the request has no answer. */
const whileUnanswered = (requestId: number): Pick<Notice, 'isStillWanted'> => ({
  isStillWanted: (transaction) => lockUnansweredRequest(transaction, requestId),
})

export const requestNotices = [
  defineNotice('request.submitted', async (deps, { requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:submitted`
    const content = renderRequestCreated(request)
    const { caregiverId: userId, familyId: from } = request
    return [{ userId, from, cause, content, ...whileUnanswered(requestId) }]
  }),

  defineJobNotice<Unanswered>(UNANSWERED_JOB, async (deps, { requestId, hours }) => {
    const request = await getRequestDetails(deps, requestId)
    if (!isUnanswered(request, deps.clock.now())) return []
    const { caregiverId, familyId } = request
    const cause = toUnansweredCause({ requestId, hours })
    const content = renderUnansweredReminder(request)
    const notices = [
      // The newest reminder is enough.
      ...endAnswerNotices(request, hours),
      { userId: caregiverId, from: familyId, cause, content, ...whileUnanswered(requestId) },
    ]
    if (!offersOthers(hours)) return notices
    // Asked as of the job's own time: the clock of this node may be a little behind it.
    const dueAt = getReminderTime(request.submittedAt, hours)
    const offer = await findOffer(deps, request, dueAt)
    if (!offer) return notices
    const offerContent = renderOthersOffered(request, offer)
    return [...notices, { userId: familyId, cause, content: offerContent, ...whileUnanswered(requestId) }]
  }),

  defineNotice('request.answered', async (deps, { requestId, status }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:${status}`
    const content =
      status === 'accepted'
        ? renderAccepted(
            request,
            request.heldUntil && (await findReaderZone(deps.database, request.familyId)),
          )
        : renderRejected(request, await findOffer(deps, request))
    // `from` withholds a notice if the two have blocked each other. A rejection has no `from`: a block itself
    // rejects requests, and the family has to hear of that.
    const from = status === 'accepted' ? { from: request.caregiverId } : {}
    return [...endAnswerNotices(request), { userId: request.familyId, ...from, cause, content }]
  }),

  defineNotice('request.auto-rejected', async (deps, { requestId, paid, isBookedElsewhere }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:auto-rejected${paid ? ':paid' : ''}`
    const done = [...endAnswerNotices(request), endPayNotice(request)]
    if (request.rejectionCause === 'withdrawn' && !paid) {
      const withdrawnContent = renderRequestWithdrawn(request, isBookedElsewhere)
      const content = request.isAnswered
        ? withdrawnContent
        : withoutSecondMail(withdrawnContent, request.submittedAt, deps.clock.now())
      return [...done, { userId: request.caregiverId, cause, content }]
    }
    // The hours of an expired request have begun, also by the clock of a node that is a little behind.
    const firstStartMs = Math.min(...request.visits.map(({ startMs }) => startMs))
    const at =
      request.rejectionCause === 'expired'
        ? new Date(Math.max(firstStartMs, deps.clock.now().getTime()))
        : undefined
    const content = renderAutoRejected(request, paid, await findOffer(deps, request, at))
    const toFamily = { userId: request.familyId, cause, content }
    if (!isBookedElsewhere) return [...done, toFamily]
    const thanks = renderRequestWithdrawn(request, isBookedElsewhere)
    return [...done, toFamily, { userId: request.caregiverId, cause, content: thanks }]
  }),
]
