import { type DoneNotices, defineNotice } from '../../notices/index.ts'
import { getRequestDetails } from '../queries.ts'
import type { RequestDetails } from '../responses.ts'
import { withoutSecondMail } from '../taken-back.ts'
import {
  renderAutoRejected,
  renderRequestCreated,
  renderRequestWithdrawn,
  renderStatusChanged,
} from './notice-texts.ts'

/** The notice that asks a family to pay is done. */
export const endPayNotice = ({ requestId, familyId }: RequestDetails): DoneNotices => ({
  userId: familyId,
  doneCauses: [`request:${requestId}:accepted`],
})

/** The notice that asks a caregiver to answer is done. */
const endAnswerNotice = ({ requestId, caregiverId }: RequestDetails): DoneNotices => ({
  userId: caregiverId,
  doneCauses: [`request:${requestId}:submitted`],
})

export const requestNotices = [
  defineNotice('request.submitted', async (deps, { requestId }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:submitted`
    const content = renderRequestCreated(request)
    return [{ userId: request.caregiverId, from: request.familyId, cause, content }]
  }),

  defineNotice('request.answered', async (deps, { requestId, status }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:${status}`
    const content = renderStatusChanged(request, status)
    // `from` withholds a notice if the two have blocked each other. A rejection has no `from`: a block itself
    // rejects requests, and the family has to hear of that.
    const from = status === 'accepted' ? { from: request.caregiverId } : {}
    return [endAnswerNotice(request), { userId: request.familyId, ...from, cause, content }]
  }),

  defineNotice('request.auto-rejected', async (deps, { requestId, paid }) => {
    const request = await getRequestDetails(deps, requestId)
    const cause = `request:${requestId}:auto-rejected${paid ? ':paid' : ''}`
    const done = [endAnswerNotice(request), endPayNotice(request)]
    if (request.rejectionCause === 'withdrawn' && !paid) {
      const withdrawnContent = renderRequestWithdrawn(request)
      const content = request.isAnswered
        ? withdrawnContent
        : withoutSecondMail(withdrawnContent, request.submittedAt, deps.clock.now())
      return [...done, { userId: request.caregiverId, cause, content }]
    }
    const content = renderAutoRejected(request, paid)
    return [...done, { userId: request.familyId, cause, content }]
  }),
]
