/** What a CSV of the console says. @see docs/rules/console.md#export */

import type { AdminDispute } from '@tendwell/contract/console/disputes'
import type { AdminRequest } from '@tendwell/contract/console/users'
import { toCsv } from '@tendwell/contract/csv'
import { expect, it } from 'vitest'
import { type CsvColumn, DISPUTE_COLUMNS, REQUEST_COLUMNS } from './csv-columns.ts'

function toCells<Row>(columns: readonly CsvColumn<Row>[], row: Row): Map<string, string> {
  const cells = toCsv([columns.map(([, cell]) => cell(row))])
    .trim()
    .split(',')
  return new Map(columns.map(([header], index) => [header, cells[index] ?? '']))
}

it.each([
  ['accepted', false, false, 'Accepted'],
  ['accepted', true, false, 'Paid'],
  ['accepted', true, true, 'Canceled'],
  ['rejected', false, false, 'Rejected'],
] as const)(
  'calls a request that is %s, paid %s and canceled %s as its list does',
  (status, is_paid, is_canceled, word) => {
    const row = {
      status,
      is_paid,
      is_canceled,
      total_price_usd: 30.5,
      starts_at: '',
      ends_at: '',
      submitted_at: '',
    }
    const cells = toCells(REQUEST_COLUMNS, row as AdminRequest)
    expect([cells.get('Status'), cells.get('Price (USD)')]).toEqual([`"${word}"`, '"30.50"'])
  },
)

it('calls a dispute’s kind and state as its list does', () => {
  const row = { type: 'service_quality', status: 'closed', opened_at: '', assignee: null }
  const cells = toCells(DISPUTE_COLUMNS, row as AdminDispute)
  expect([cells.get('Type'), cells.get('Status')]).toEqual(['"Service Quality"', '"Closed"'])
})
