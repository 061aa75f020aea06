import type { PersonRecord } from '@tendwell/contract/console/people'
import { useSession } from '../../lib/session/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { AllowPaymentsButton } from '../common/money/money-button.tsx'

/** Why a family can't pay because of a chargeback; nothing if it can. @see docs/rules/money.md#chargebacks */
export function StoppedPaymentsPanel({ person }: { person: PersonRecord }) {
  const { user } = useSession()
  if (person.payments_stopped === null) return null
  const isLost = person.payments_stopped === 'lost'
  const mayAllow = isLost && user?.staff_role !== 'support'
  return (
    <Panel
      title="Can’t pay"
      actions={mayAllow && <AllowPaymentsButton personId={person.id} name={person.full_name} />}
    >
      <p>
        {isLost
          ? 'A bank took one of their payments back. They can’t pay for another booking until finance or an admin allows it.'
          : 'A bank is deciding about one of their payments. They can’t pay for another booking until it has decided.'}
      </p>
    </Panel>
  )
}
