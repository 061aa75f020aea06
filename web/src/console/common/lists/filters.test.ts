import { adminDisputesQuery, adminUsersQuery } from '@tendwell/contract/console/users'
import { describe, expect, it } from 'vitest'
import { toDateQuery } from './date-range.ts'
import { readFilters, withHeaderFilters } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the console’s filters in the URL', () => {
  it('show everything open by default', () => {
    expect(read('')).toEqual({
      q: '',
      status: 'open',
      category: '',
      from: '',
      to: '',
    })
  })

  it.each([
    ['closed', 'closed'],
    ['open', 'open'],
    ['CLOSED', 'open'],
    ['', 'open'],
  ])('read the status %j as %s', (status, expected) => {
    expect(read(`status=${status}`).status).toBe(expected)
  })

  it('trim the search and cut it at the server’s limit', () => {
    expect(read('q=++Mei+Lin+').q).toBe('Mei Lin')
    expect(read(`q=${'z'.repeat(201)}`).q).toBe('z'.repeat(200))
  })

  it.each([
    'q=a%00b&from=2026-02-30&category=Gardening',
    'q=%F0%9F%92%9B&from=0202-05-01&to=9999-12-31',
    'from=2026-11-20&to=2026-11-19',
    'category=Night+nanny&from=2026-11-01&to=2026-11-20',
  ])('never ask the server for what it refuses: %s', (query) => {
    const { q, status, category, ...range } = read(query)
    const shared = { q, ...toDateQuery(range) }
    expect(adminUsersQuery.safeParse({ ...shared, ...(category && { category }) }).error).toBeUndefined()
    expect(adminDisputesQuery.safeParse({ ...shared, state: status }).error).toBeUndefined()
  })

  it('keep only search and Status on the way to another screen', () => {
    const filters = read('q=Mei+Lin&status=closed&from=2026-11-01&category=Night+nanny')
    expect(withHeaderFilters('/admin/requests', filters)).toBe('/admin/requests?q=Mei+Lin&status=closed')
    expect(withHeaderFilters('/admin/requests', read('status=anything'))).toBe('/admin/requests')
  })
})
