import { RetryNote } from './retry-note.tsx'

const failed = { error: { status: 500 }, isFetching: false, refetch: () => {} }

export default { component: RetryNote }

export const Failed = () => <RetryNote query={failed} failure="Failed to load times" />

export const Retrying = () => (
  <RetryNote query={{ ...failed, isFetching: true }} failure="Failed to load times" />
)
