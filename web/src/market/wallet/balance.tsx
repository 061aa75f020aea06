import type { PayoutWaitReason, Wallet } from '@tendwell/contract/payments/wallet'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatInstant, formatMoney, plural } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { PriceText } from '../../ui/price-text.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { describeBooking, holdReasons } from './entry-words.ts'
import { PayoutControl, PayoutSkeleton } from './payout-control.tsx'
import { useWalletQuery } from './wallet-api.ts'

const cardClass = 'grid gap-6 p-5 sm:p-8 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-10'
const sideClass = 'border-line max-md:border-t max-md:pt-6 md:border-l md:pl-10'

/** The caregiver's available, pending and held money, and how to withdraw it. */
export function Balance() {
  const query = useWalletQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <QueryBody query={query} failure="Failed to load wallet" skeleton={<BalanceSkeleton />}>
      {(wallet) => (
        <Card as="section" className={cardClass}>
          <div>
            <p className="text-ink-soft">{`Available balance, ${wallet.currency.toUpperCase()}`}</p>
            <p>
              <PriceText usd={wallet.balance} size="huge" />
            </p>
            <Withdrawable wallet={wallet} />
            <dl className="mt-6 grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
              <Amount term="Pending" usd={wallet.pending} note={describePending(wallet)} />
              <Amount
                term="On hold"
                usd={wallet.held}
                note="Kept aside while a dispute is open or a bank decides."
              />
            </dl>
            <HeldMoney holds={wallet.holds} />
            <WaitingMoney wallet={wallet} />
          </div>
          <div className={sideClass}>
            {wallet.payouts_held ? (
              <Banner tone="warning" title="Payouts are on hold">
                We’re checking your profile. Your money stays in your wallet until we’re done.
              </Banner>
            ) : (
              <PayoutControl wallet={wallet} />
            )}
          </div>
        </Card>
      )}
    </QueryBody>
  )
}

/** Beside the balance while some of it waits: how much can be withdrawn now, and how much from which day. */
function Withdrawable({ wallet }: { wallet: Wallet }) {
  const [next] = wallet.waiting
  if (!next || wallet.payouts_held) return null
  const share = wallet.waiting.length === 1 && wallet.withdrawable <= 0 ? 'It' : formatMoney(next.amount)
  return (
    <p className="mt-2">
      {`You can withdraw ${formatMoney(wallet.withdrawable)} of it now. ${share} can be withdrawn from ${formatInstant(next.until)}.`}
    </p>
  )
}

function describePending({ first_payout_days: days }: Wallet): string {
  const isHeld = 'Paid by families and held until after the visit.'
  return days === 0
    ? `${isHeld} Then it’s added to your balance.`
    : `${isHeld} Until your first payout has arrived, you can withdraw money ${plural(days, 'day')} after the visit.`
}

/** What is on hold of each booking, and why. */
function HeldMoney({ holds }: Pick<Wallet, 'holds'>) {
  const id = useId()
  if (holds.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-5">
      <h2 id={id} className="text-ink-soft">
        What is on hold
      </h2>
      <ul className="mt-1 flex flex-col gap-3">
        {holds.map(({ amount, because, booking }) => (
          <li key={booking.request_id}>
            <span className="tabular block font-display text-21">{formatMoney(amount)}</span>
            <Link
              to={paths.caregiverBooking(booking.request_id)}
              className="text-link inline-flex min-h-11 items-center"
            >
              {describeBooking(booking)}
            </Link>
            <span className="block text-13 text-ink-soft">{holdReasons[because]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What of the balance can't be withdrawn yet, until when and why. */
function WaitingMoney({ wallet: { waiting, first_payout_days: days } }: { wallet: Wallet }) {
  const id = useId()
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-5">
      <h2 id={id} className="text-ink-soft">
        Waiting
      </h2>
      <ul className="mt-1 flex flex-col gap-3">
        {waiting.map(({ amount, until, because }) => (
          <li key={`${until} ${because}`}>
            <span className="block">
              <span className="tabular font-display text-21">{formatMoney(amount)}</span>
              {` until ${formatInstant(until)}`}
            </span>
            <span className="block text-13 text-ink-soft">{describeWait(because, days)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeWait(because: PayoutWaitReason, firstPayoutDays: number): string {
  return because === 'first_payout'
    ? `Until your first payout has arrived, your money waits for ${plural(firstPayoutDays, 'day')} after each visit.`
    : 'You earned more than $500 within 14 days from families that are new to you. What goes beyond that waits for some days after the visit.'
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
    <Card className={cardClass}>
      <Loading>
        <span className="block">
          <Skeleton className="h-5.5 w-44" />
          <Skeleton className="mt-2 h-13 w-52" />
          <span className="mt-6 grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
            <Skeleton className="h-19 w-full" />
            <Skeleton className="h-19 w-full" />
          </span>
        </span>
      </Loading>
      <div className={sideClass}>
        <PayoutSkeleton />
      </div>
    </Card>
  )
}
