import type { PersonRecord } from '@tendwell/contract/admin-people'
import { Panel } from '../../../../ui/panel.tsx'
import { AllowPaymentsButton } from '../money/money-button.tsx'

/** Why a family can't pay because of a chargeback; nothing if it can. @see docs/rules/money.md#chargebacks */
export function StoppedPaymentsPanel({ person }: { person: PersonRecord }) {
  if (person.payments_stopped === null) return null
  const isLost = person.payments_stopped === 'lost'
  return (
    <Panel
      title="Can’t pay"
      actions={isLost && <AllowPaymentsButton personId={person.id} name={person.full_name} />}
    >
      <p>
        {isLost
          ? 'A bank took one of their payments back. They can’t pay for another booking until you allow it.'
          : 'A bank is deciding about one of their payments. They can’t pay for another booking until it has decided.'}
      </p>
    </Panel>
  )
}
