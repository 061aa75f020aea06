import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useWalletQuery } from './api.ts'

/** What is hers now, what is on its way, what is held: in one glance. */
export function Balance() {
  const { data, isLoading, refetch } = useWalletQuery()
  if (isLoading) return <BalanceSkeleton />
  if (!data) return <ErrorState title="Failed to load wallet" onRetry={refetch} />
  return (
    <Card as="section">
      <p className="text-ink-soft">{`Available balance, ${data.currency.toUpperCase()}`}</p>
      <PriceText usd={data.balance} size="huge" />
      <dl className="mt-5 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
        <Amount term="Pending" usd={data.pending} note="Paid by families; yours after the care was given." />
        <Amount term="Held" usd={data.held} note="Kept apart while a dispute is open." />
      </dl>
    </Card>
  )
}

function Amount({ term, usd, note }: { term: string; usd: number; note: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd>
        <span className="tabular font-display text-21">{formatMoney(usd)}</span>
        <span className="block text-13 text-ink-soft">{note}</span>
      </dd>
    </div>
  )
}

function BalanceSkeleton() {
  return (
    <Card>
      <Loading>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-3 h-10 w-52" />
        <Skeleton className="mt-8 h-16 w-full" />
      </Loading>
    </Card>
  )
}
