import { useParams } from 'react-router'
import { DisputeDetail } from '../features/disputes/components/dispute-detail.tsx'
import { paths } from '../shared/routes/paths.ts'

export function Component() {
  return (
    <DisputeDetail side="caregiver" id={Number(useParams().disputeId)} listPath={paths.caregiverDisputes} />
  )
}
