import type { ReactNode } from 'react'
import { payments } from '../../test/lists.ts'
import { formatDate, formatMoney } from '../lib/format/format.ts'
import { StatusPill } from '../shared/statuses/status-pill.tsx'
import { Card } from './card.tsx'
import { type Column, DataTable } from './data-table.tsx'

type Payment = (typeof payments)[number]

const columns: Column<Payment>[] = [
  { id: 'caregiver', header: 'Caregiver', isTitle: true, cell: ({ caregiver_name: name }) => name },
  { id: 'date', header: 'Date', cell: ({ created_at: at }) => formatDate(at) },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  { id: 'amount', header: 'Amount', isNumeric: true, cell: ({ amount_gross: usd }) => formatMoney(usd) },
]
const manyPayments = [0, 5, 10, 15].flatMap((more) => payments.map((row) => ({ ...row, id: row.id + more })))
const table = { caption: 'Payments', columns, rows: payments, rowId: ({ id }: Payment) => id }

const inCard = (children: ReactNode) => <Card>{children}</Card>

export default { component: DataTable }

export const Default = () => inCard(<DataTable {...table} />)

/** As on a phone: its container is too narrow for the columns. */
export const Cards = () => <div className="max-w-form">{inCard(<DataTable {...table} isWide />)}</div>

export const Scrolling = () => inCard(<DataTable {...table} rows={manyPayments} scrollAfter={10} />)

export const ClickableRows = () => inCard(<DataTable {...table} onRowClick={() => {}} />)
