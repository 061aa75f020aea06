import { payoutBody } from '@tendwell/contract/payments/wallet'
import { useState } from 'react'
import { z } from 'zod'
import { formatInstant, formatMoney } from '../../lib/format/format.ts'
import { clearSent, Field, useZodForm } from '../../lib/forms/form.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useWithdrawMutation } from './wallet-api.ts'

/** An empty field is null, which the amount's schema refuses with a message. */
const withdrawForm = payoutBody.extend({
  amount: z.preprocess((usd: number | null) => usd, payoutBody.shape.amount),
})
const empty = { amount: null }

interface WithdrawFormProps {
  /** What the server pays out now. */
  withdrawableUsd: number
  /** When more can be withdrawn; null if no money waits. */
  nextFrom: string | null
  bankLast4: string | null
}

/** Withdraws an amount, after the caregiver has confirmed it and the bank account. */
export function WithdrawForm({ withdrawableUsd, nextFrom, bankLast4 }: WithdrawFormProps) {
  const form = useZodForm(withdrawForm, { defaultValues: empty })
  const [asked, setAsked] = useState<number | null>(null)
  const [withdraw] = useWithdrawMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body, key) => withdraw({ body, key }).unwrap(),
    success: 'Withdrawal requested',
    failure: 'Withdrawal failed',
    onSuccess: (_payout, _body, sent) => clearSent(form, sent),
  })
  const isNothing = withdrawableUsd <= 0
  const bank = bankLast4 ? `your bank account ending in ${bankLast4}` : 'your bank account'
  return (
    <form
      onSubmit={form.handleSubmit(({ amount }) => setAsked(amount))}
      noValidate
      className="flex flex-col gap-3"
    >
      <FormError message={formError} />
      <Field form={form} name="amount">
        {(field) => (
          <MoneyField
            {...field}
            label="Amount to withdraw"
            hint={
              isNothing
                ? describeNothing(nextFrom)
                : `You can withdraw up to ${formatMoney(withdrawableUsd)}.`
            }
            isDisabled={isNothing}
            step={0.01}
            minimum={0}
          />
        )}
      </Field>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button
          variant="secondary"
          size="large"
          aria-label={`All, ${formatMoney(withdrawableUsd)}`}
          isDisabled={isNothing}
          onPress={() =>
            form.setValue('amount', withdrawableUsd, { shouldDirty: true, shouldValidate: true })
          }
        >
          All
        </Button>
        <Button type="submit" size="large" isPending={isPending} isDisabled={isNothing}>
          {isPending ? 'Withdrawing…' : 'Withdraw'}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Withdraw ${formatMoney(asked)}?`}
        consequence={`We’ll send it to ${bank}. It usually arrives within a few business days.`}
        confirmLabel={`Withdraw ${formatMoney(asked)}`}
        tone="primary"
        onConfirm={() => {
          setAsked(null)
          void submit()
        }}
      />
    </form>
  )
}

function describeNothing(nextFrom: string | null): string {
  return nextFrom
    ? `Nothing can be withdrawn before ${formatInstant(nextFrom)}.`
    : 'There’s nothing to withdraw now.'
}
