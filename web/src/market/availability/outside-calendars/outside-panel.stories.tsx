import { failingCalendar, outsideCalendar } from '../../../../test/lists.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { OutsidePanel } from './outside-panel.tsx'

export default { render: () => <OutsidePanel zone="America/New_York" canEdit /> }

const call = 'get /api/calendars/outside'
const dropped = { ...failingCalendar, id: 6, name: 'Swimming', kept_until: null, busy_count: 0 }

export const None = answering(call, { results: [] })
export const Two = answering(call, { results: [outsideCalendar, failingCalendar] })
export const Three = answering(call, { results: [outsideCalendar, failingCalendar, dropped] })
export const Loading = {}
export const Failed = failing(call)
