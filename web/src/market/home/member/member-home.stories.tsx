import type { StoryObj } from '@storybook/react-vite'
import { bookingRequest, homeOf, openRequests } from '../../../../test/data.ts'
import { caregiver, family } from '../../../../test/people.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { MemberHome } from './member-home.tsx'

export default { render: () => <MemberHome user={family} /> }

const overview = 'get /api/home/'

export const NewFamily = answering(overview, homeOf({ missing: ['profile'] }))
export const ToPay = answering(
  overview,
  homeOf({
    open_requests: openRequests(1, {
      only: { person_name: 'Nora Lind', windows: bookingRequest.windows, price_usd: 126 },
    }),
    unread_messages: 2,
  }),
)
export const Loading = {}
export const Failed = failing(overview)
export const NewCaregiver: StoryObj = {
  ...answering(
    overview,
    homeOf({
      verification_status: 'pending',
      missing: ['documents', 'verification', 'availability'],
      wallet: {
        balance: 0,
        withdrawable: 0,
        waiting: [],
        pending: 0,
        held: 0,
        currency: 'usd',
        details_submitted: false,
        payouts_held: false,
      },
    }),
  ),
  render: () => <MemberHome user={caregiver} />,
}
