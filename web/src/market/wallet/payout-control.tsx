import type { PayoutHoldReason, PayoutMethod, Wallet } from '@tendwell/contract/payments/wallet'
import { Landmark } from 'lucide-react'
import { useExternalRedirect } from '../../lib/address/use-external-redirect.ts'
import { formatInstant } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryBody } from '../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { usePayoutMethodQuery, useStartOnboardingMutation } from './wallet-api.ts'
import { WithdrawForm } from './withdraw-form.tsx'

/** Sets up payouts, and once that is done, withdraws. */
export function PayoutControl({ wallet }: { wallet: Wallet }) {
  // Refetched each time, because a caregiver who returns from the provider's page may have set up payouts.
  const query = usePayoutMethodQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <QueryBody query={query} failure="Failed to load payout setup" skeleton={<PayoutSkeleton />} isCompact>
      {(method) => (method.details_submitted ? <Payouts wallet={wallet} method={method} /> : <SetUp />)}
    </QueryBody>
  )
}

function Payouts({ wallet, method }: { wallet: Wallet; method: PayoutMethod }) {
  return (
    <div className="flex flex-col gap-4">
      {!method.payouts_enabled && (
        <Banner tone="warning" title="Your bank details are being checked">
          You can withdraw once our payment provider approves them.
        </Banner>
      )}
      {method.held_because ? (
        <Banner tone="warning" title="Withdrawals are paused">
          {describeHold(method.held_because, method.payable_from && formatInstant(method.payable_from))}
        </Banner>
      ) : (
        <WithdrawForm
          withdrawableUsd={wallet.withdrawable}
          nextFrom={wallet.waiting[0]?.until ?? null}
          bankLast4={method.bank_last4}
        />
      )}
      {method.bank_last4 && (
        <p className="text-ink-soft">{`Payouts go to your bank account ending in ${method.bank_last4}.`}</p>
      )}
      <OnboardingButton label="Change bank details" variant="quiet" />
    </div>
  )
}

function describeHold(why: PayoutHoldReason, from: string | null): string {
  switch (why) {
    case 'bank_disowned':
      return 'You told us that this bank account isn’t yours. Nothing is paid out to it. Change your bank details to withdraw.'
    case 'bank_in_review':
      return 'Your bank account is in review. Nothing is paid out to it until we’re done. We’ll email you.'
    case 'bank_refused':
      return 'We can’t pay out to this bank account. Change your bank details to withdraw.'
    case 'not_me':
      return `You told us that a change of your account wasn’t you. For your safety, you can withdraw again from ${from}.`
    case 'bank_added':
      return `You added your bank account from a device that is new to your account. For your safety, you can withdraw from ${from}. If you didn’t add it, press “This wasn’t me” in our email about it.`
    case 'bank_changed':
      return `Your bank details changed recently. For your safety, you can withdraw again from ${from}. If you didn’t change them, press “This wasn’t me” in our email about it.`
  }
}

/** Has the shape of the form to withdraw. */
export function PayoutSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-5.5 w-40" />
      <Skeleton className="mt-1.5 h-12 w-full" />
      <Skeleton className="mt-1.5 h-5 w-48" />
      <Skeleton className="mt-3 h-13 w-full" />
      <Skeleton className="mt-4 h-11 w-full" />
      <Skeleton className="mt-4 h-11 w-44" />
    </Loading>
  )
}

function SetUp() {
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-21">Get paid</h2>
      <p className="text-ink-soft">
        Add your bank account through our payment provider. It takes a few minutes, and Tendwell never sees
        the account number. From a device that is new to your account, you can withdraw 48 hours after adding
        it.
      </p>
      <OnboardingButton label="Set up payouts" variant="primary" />
    </div>
  )
}

/** Opens the provider's onboarding page. */
function OnboardingButton({ label, variant }: { label: string; variant: 'primary' | 'quiet' }) {
  const [startOnboarding] = useStartOnboardingMutation()
  const { isRedirecting, redirectTo } = useExternalRedirect()
  const { run, isPending } = useAction({
    send: () => startOnboarding().unwrap(),
    failure: 'Unable to start onboarding',
    onSuccess: ({ url }) => redirectTo(url),
  })
  return (
    <Button
      variant={variant}
      size={variant === 'primary' ? 'large' : 'regular'}
      icon={<Landmark className="size-4" />}
      isPending={isPending || isRedirecting}
      onPress={() => run(null)}
    >
      {label}
    </Button>
  )
}
