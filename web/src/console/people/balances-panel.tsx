import type { PersonRecord } from '@tendwell/contract/console/people'
import { formatMoney } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What a caregiver's accounts hold. */
export function BalancesPanel({ balances }: { balances: NonNullable<PersonRecord['balances']> }) {
  return (
    <Panel title="Balances">
      <DescriptionList
        items={[
          { term: 'Available', value: formatMoney(balances.available_usd) },
          { term: 'Held until release', value: formatMoney(balances.escrow_usd) },
          { term: 'On hold for disputes', value: formatMoney(balances.held_usd) },
          { term: 'Being paid out', value: formatMoney(balances.in_transit_usd) },
        ]}
      />
    </Panel>
  )
}
