import { payoutBody, type Wallet } from '@tendwell/contract/wallet'
import { Landmark } from 'lucide-react'
import { messageOf } from '../../lib/errors.ts'
import { Field, showServerErrors, useZodForm } from '../../lib/form.tsx'
import { formatMoney } from '../../lib/format.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { usePayoutMethodQuery, useStartOnboardingMutation, useWithdrawMutation } from './api.ts'

/** Set up payouts until that is done, Withdraw from then on. */
export function PayoutControl({ wallet }: { wallet: Wallet }) {
  // Asked anew each time: whoever comes back from the provider's page is set up by now.
  const { data, isError, refetch } = usePayoutMethodQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) {
    if (isError) return <ErrorState title="Failed to load payout setup" onRetry={refetch} isCompact />
    return (
      <Loading>
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-3 h-12 w-full" />
        <Skeleton className="mt-3 h-11 w-full" />
      </Loading>
    )
  }
  if (!data.details_submitted) return <SetUp />
  return (
    <div className="flex flex-col gap-4">
      {!data.payouts_enabled && (
        <Banner tone="warning" title="Your bank details are being checked">
          You can withdraw as soon as our payment provider has looked at them.
        </Banner>
      )}
      <WithdrawForm balanceUsd={wallet.balance} />
      <OnboardingButton label="Change bank details" variant="quiet" />
    </div>
  )
}

function SetUp() {
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-21">Get your earnings</h2>
      <p className="text-ink-soft">
        Tell our payment provider which bank account is yours. It takes a few minutes, and Tendwell never sees
        its number.
      </p>
      <OnboardingButton label="Set up payouts" variant="primary" />
    </div>
  )
}

/** Leaves for the provider's onboarding page. */
function OnboardingButton({ label, variant }: { label: string; variant: 'primary' | 'quiet' }) {
  const [start] = useStartOnboardingMutation()
  const [isLeaving, setLeaving] = useLeaving()

  async function leave() {
    setLeaving(true)
    try {
      const { url } = await start().unwrap()
      if (url) {
        window.location.assign(url)
        return
      }
      toast.error('Unable to start onboarding')
    } catch (error) {
      toast.error(messageOf(error, 'Unable to start onboarding'))
    }
    setLeaving(false)
  }

  return (
    <Button
      variant={variant}
      size={variant === 'primary' ? 'large' : 'regular'}
      icon={<Landmark className="size-4" aria-hidden="true" />}
      isPending={isLeaving}
      onPress={leave}
    >
      {label}
    </Button>
  )
}

const empty = { amount: null as unknown as number }

function WithdrawForm({ balanceUsd }: { balanceUsd: number }) {
  const form = useZodForm(payoutBody, { defaultValues: empty })
  const [withdraw, { isLoading }] = useWithdrawMutation()
  const key = useIdempotencyKey()

  const submit = form.handleSubmit(async (body) => {
    if (isLoading) return
    try {
      await withdraw({ body, key: key.current(body) }).unwrap()
    } catch (error) {
      showServerErrors(form, error, 'Withdrawal failed')
      return
    }
    key.renew()
    form.reset(empty)
    toast.success('Withdrawal requested')
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={form.formState.errors.root?.server?.message} />
      <Field form={form} name="amount">
        {({ value, ...field }) => (
          <MoneyField
            {...field}
            value={value}
            // The schema asks for a number, and says so where the field is empty.
            onChange={(usd) => field.onChange(usd as number)}
            label="Amount to withdraw"
            hint={`You can withdraw up to ${formatMoney(balanceUsd)}.`}
            step={0.01}
            minimum={0}
          />
        )}
      </Field>
      <Button type="submit" size="large" isPending={isLoading}>
        {isLoading ? 'Withdrawing…' : 'Withdraw'}
      </Button>
    </form>
  )
}
