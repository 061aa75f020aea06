import { expect, it } from 'vitest'
import { needsSecondAdmin } from './second-admin.ts'

const ADMIN = { staffRole: 'admin', isActive: true } as const
const FORMER_ADMIN = { staffRole: 'admin', isActive: false } as const
const SUPPORT = { staffRole: 'support', isActive: true } as const
const FORMER_SUPPORT = { staffRole: 'support', isActive: false } as const

it.each([
  ['an invited admin', null, ADMIN, true],
  ['an invited colleague', null, SUPPORT, false],
  ['someone raised to admin', SUPPORT, ADMIN, true],
  ['an admin with another role', ADMIN, SUPPORT, true],
  ['a deactivated admin', ADMIN, FORMER_ADMIN, true],
  ['an admin who is activated again', FORMER_ADMIN, ADMIN, true],
  ['a deactivated colleague', SUPPORT, FORMER_SUPPORT, false],
  ['a former colleague whose role becomes admin', FORMER_SUPPORT, FORMER_ADMIN, false],
  ['an admin who stays one', ADMIN, ADMIN, false],
] as const)('%s', (_, before, after, waits) => {
  expect(needsSecondAdmin(before, after, 2)).toBe(waits)
  expect(needsSecondAdmin(before, after, 1)).toBe(false)
})
