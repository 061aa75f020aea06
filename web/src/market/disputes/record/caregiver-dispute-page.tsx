import { useParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { DisputeDetail } from './dispute-detail.tsx'

export function CaregiverDisputePage() {
  return (
    <DisputeDetail side="caregiver" id={Number(useParams().disputeId)} listPath={paths.caregiverDisputes} />
  )
}
