import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { appTexts, FactorSection, passkeyTexts } from './factor-section.tsx'

/** Both factors, as high as while two-step sign-in is off. */
export function TwoStepSkeleton() {
  return (
    <div className="divide-y divide-line">
      <FactorSection {...passkeyTexts}>
        <Loading>
          <Skeleton className="h-11 w-40" />
        </Loading>
      </FactorSection>
      <FactorSection {...appTexts}>
        <Skeleton className="h-11 w-36" />
      </FactorSection>
    </div>
  )
}
