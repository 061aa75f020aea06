import { statementQuery } from '@tendwell/contract/payments/wallet'
import { Download, Printer } from 'lucide-react'
import { Navigate, useParams } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { saveFile } from '../../../lib/transport/save-file.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useStatementQuery } from '../wallet-api.ts'
import { toStatementCsv } from './statement-csv.ts'
import { StatementSheet } from './statement-sheet.tsx'

export function StatementPage() {
  const { data: params } = statementQuery.safeParse(useParams())
  const query = useStatementQuery(params?.month ?? '', { skip: !params })
  const { currentData: shown } = query
  const { user } = useSession()
  if (!params) return <Navigate to={paths.wallet} replace />
  return (
    <Page
      title="Statement"
      width="reading"
      isSheet
      back={<BackLink to={paths.wallet}>My Wallet</BackLink>}
      actions={
        shown && (
          <>
            <Button
              variant="secondary"
              icon={<Download className="size-4" />}
              onPress={() => saveCsv(`tendwell-statement-${shown.month}.csv`, toStatementCsv(shown))}
            >
              Download CSV
            </Button>
            <Button variant="secondary" icon={<Printer className="size-4" />} onPress={() => window.print()}>
              Print or save
            </Button>
          </>
        )
      }
    >
      <QueryBody
        query={query}
        failure="Failed to load statement"
        skeleton={
          <Card className="min-h-dvh p-6 sm:p-10">
            <SkeletonText lines={9} />
          </Card>
        }
      >
        {(statement) => <StatementSheet statement={statement} name={user?.full_name ?? ''} />}
      </QueryBody>
    </Page>
  )
}

/** Offers a CSV file to save. Its byte order mark tells spreadsheets that the text is UTF-8. */
function saveCsv(name: string, csv: string): void {
  saveFile(name, `\ufeff${csv}`, 'text/csv')
}
