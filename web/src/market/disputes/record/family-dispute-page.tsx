import { useParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { DisputeDetail } from './dispute-detail.tsx'

export function FamilyDisputePage() {
  return (
    <DisputeDetail side="caretaker" id={Number(useParams().disputeId)} listPath={paths.caretakerDisputes} />
  )
}
