import { Card } from './card.tsx'
import { ErrorState } from './error-state.tsx'

const retry = { onRetry: () => {}, isRetrying: false }

export default { component: ErrorState }

export const Page = () => <ErrorState title="Failed to load caregivers" error={{ status: 500 }} {...retry} />

export const Retrying = () => (
  <ErrorState title="Failed to load caregivers" error={{ status: 500 }} {...retry} isRetrying />
)

export const Compact = () => (
  <Card>
    <ErrorState
      title="Failed to load requests"
      error={{ status: 503, data: { detail: 'Please try again in a minute.' } }}
      {...retry}
      isCompact
    />
  </Card>
)

export const Offline = () => (
  <Card>
    <ErrorState title="Failed to load requests" error={{ status: 'FETCH_ERROR' }} {...retry} isCompact />
  </Card>
)
