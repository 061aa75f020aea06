import { Column, Row } from '../../../test/stories.tsx'
import { CountBadge } from '../../ui/count-badge.tsx'
import { PillList } from '../../ui/pill-list.tsx'
import type { Status } from './status-map.ts'
import { StatusPill } from './status-pill.tsx'

export default { component: StatusPill }

const statuses = [
  'pending',
  'verified',
  'rejected',
  'flagged',
  'submitted',
  'accepted',
  'paid',
  'unpaid',
  'succeeded',
  'processing',
  'failed',
  'refunded',
  'canceled',
  'confirmed',
  'completed',
  'escalated',
  'closed',
  'open',
  'active',
  'time_off',
  'inactive',
] as const

export const Statuses = () => (
  <Row>
    {statuses.map((status) => (
      <StatusPill key={status} status={status} />
    ))}
    <StatusPill status={'unheard of' as Status} />
    <StatusPill status="pending" word="Pending Verification" />
  </Row>
)

export const Words = () => (
  <Column>
    <PillList words={['Newborn care', 'CPR', 'Night nursing', 'Sleep training', 'Twins']} />
    <PillList words={['Newborn care', 'CPR', 'Night nursing', 'Sleep training', 'Twins']} most={3} />
  </Column>
)

export const Counts = () => (
  <Row>
    <CountBadge count={3} />
    <CountBadge count={42} />
    <CountBadge count={100} />
  </Row>
)
