import { useNavigate, useParams } from 'react-router'
import { useCaretakerQuery } from '../../../shared/people/own-profile-api.ts'
import { ProfilePageSkeleton } from '../../../shared/people/profile-page-skeleton.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { ReportButton } from '../../../shared/safety/report-button.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DocumentTitle } from '../../../ui/document-title.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { FamilySheet } from './family-sheet.tsx'

const failure = 'Failed to load caretaker profile'

export function FamilyPage() {
  const id = Number(useParams().caretakerId)
  const navigate = useNavigate()
  const query = useCaretakerQuery(id)
  const shown = query.currentData
  return (
    <div className="page-width py-6 sm:py-8">
      <DocumentTitle>{shown?.full_name ?? 'Family'}</DocumentTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to={paths.incomingRequests} toAnyPage>
          Back
        </BackLink>
        {shown?.can_message && (
          <ButtonLink to={paths.chatWithFamily(id)} variant="secondary">
            Send Message
          </ButtonLink>
        )}
      </div>
      {!shown && <h1 className="sr-only">Family</h1>}
      <QueryBody
        query={query}
        failure={failure}
        skeleton={
          <ProfilePageSkeleton
            label="Loading the family…"
            cardHeight="h-88"
            panelHeights={['h-36', 'h-52', 'h-32']}
          />
        }
        missing={
          <MissingState
            title={failure}
            hint="You can see families who have sent you a request, booked you or messaged you."
            action={{ label: 'View requests', to: paths.incomingRequests }}
          />
        }
      >
        {(caretaker) => (
          <FamilySheet
            caretaker={caretaker}
            action={
              <ReportButton
                target={{ kind: 'profile', id }}
                name={caretaker.full_name}
                onBlocked={() => void navigate(paths.incomingRequests)}
              >
                Report this family
              </ReportButton>
            }
          />
        )}
      </QueryBody>
    </div>
  )
}
