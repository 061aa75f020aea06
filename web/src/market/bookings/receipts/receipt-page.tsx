import { Printer } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useReceiptQuery } from '../pay/payments-api.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

export function ReceiptPage() {
  const paymentId = Number(useParams().paymentId)
  const query = useReceiptQuery(paymentId, { skip: !(paymentId > 0) })
  if (!(paymentId > 0)) return <Navigate to={paths.paymentHistory} replace />
  return (
    <Page
      title="Receipt"
      width="reading"
      isSheet
      back={<BackLink to={paths.paymentHistory}>Payment History</BackLink>}
      actions={
        query.currentData && (
          <Button variant="secondary" icon={<Printer className="size-4" />} onPress={() => window.print()}>
            Print or save
          </Button>
        )
      }
    >
      <QueryBody
        query={query}
        failure="Failed to load receipt"
        skeleton={
          <Card className="min-h-200 p-6 sm:p-10">
            <SkeletonText lines={9} />
          </Card>
        }
        missing={
          <Card>
            <MissingState
              title="Failed to load receipt"
              hint="We couldn’t find this payment in your account."
              action={{ label: 'Payment History', to: paths.paymentHistory }}
            />
          </Card>
        }
      >
        {(receipt) => <ReceiptSheet receipt={receipt} />}
      </QueryBody>
    </Page>
  )
}
