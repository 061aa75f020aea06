import { closing, refusedClosing } from '../../../../test/own-data.ts'
import { caregiver } from '../../../../test/people.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { CloseAccountForm } from './close-account-form.tsx'

export default {
  render: () => <CloseAccountForm user={caregiver} onClosed={() => undefined} />,
}

const call = 'get /api/account/closing'

export const Possible = answering(call, closing)
export const NotYet = answering(call, refusedClosing)
export const Loading = {}
export const Failed = failing(call)
