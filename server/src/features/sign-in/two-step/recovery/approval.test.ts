import { describe, expect, it } from 'vitest'
import { type Admission, findApprovalObstacle, getApprovalTime, hasApprover } from './approval.ts'

const [ASKER, ADMIN, OTHER, PERSON] = [1, 2, 3, 9]
const requestedAt = new Date('2026-06-01T09:00:00Z')
const later = (hours: number) => new Date(requestedAt.getTime() + hours * 3_600_000)
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
const admission = (userId: number, by: number, at = LONG_AGO): Admission => ({ userId, sponsorId: by, at })
const daysBefore = (days: number) => later(24 - days * 24)

const request = { requestedBy: ASKER, requestedAt, userId: PERSON }
const find = (admissions: Admission[], now = later(24)) =>
  findApprovalObstacle(request, ADMIN, { admissions }, now)

describe('an admin can approve', () => {
  it.each([
    ['made by the operator’s command', []],
    ['invited by a third person 30 days ago', [admission(ADMIN, OTHER, daysBefore(30))]],
    ['invited by the same person as the one who asked', [admission(ADMIN, OTHER), admission(ASKER, OTHER)]],
    ['who brought in somebody else', [admission(OTHER, ADMIN)]],
  ])('%s', (_, admissions) => {
    expect(find(admissions)).toBeNull()
  })

  it('24 hours after it was asked for, and not a second before', () => {
    expect(getApprovalTime(requestedAt)).toEqual(later(24))
    expect(find([], new Date(later(24).getTime() - 1_000))).toBe('wait')
    expect(find([], later(24))).toBeNull()
  })
})

describe('an admin can’t approve', () => {
  it.each([
    ['invited by the one who asked', [admission(ADMIN, ASKER)], 'related'],
    [
      'invited by someone whom the one who asked invited',
      [admission(ADMIN, OTHER), admission(OTHER, ASKER)],
      'related',
    ],
    ['who invited the one who asked', [admission(ASKER, ADMIN)], 'related'],
    [
      'who invited whoever invited the one who asked',
      [admission(ASKER, OTHER), admission(OTHER, ADMIN)],
      'related',
    ],
    [
      'invited by others, but activated by the one who asked',
      [admission(ADMIN, OTHER), admission(ADMIN, ASKER)],
      'related',
    ],
    ['for less than 30 days', [admission(ADMIN, OTHER, daysBefore(29.9))], 'new_admin'],
    [
      'who was activated again less than 30 days ago',
      [admission(ADMIN, OTHER), admission(ADMIN, OTHER, daysBefore(1))],
      'new_admin',
    ],
  ] as const)('%s', (_, admissions, obstacle) => {
    expect(find([...admissions])).toBe(obstacle)
  })

  it('and is not looked for without end when two brought each other in', () => {
    expect(find([admission(ADMIN, OTHER), admission(OTHER, ADMIN)])).toBeNull()
  })
})

describe('a young installation', () => {
  it.each([
    ['has an approver once the operator’s command made a second admin', [ASKER, ADMIN], [], true],
    ['has none with one admin', [ASKER], [], false],
    ['has none with the person concerned as the second', [ASKER, PERSON], [], false],
    ['has none with a second admin invited by the first', [ASKER, ADMIN], [admission(ADMIN, ASKER)], false],
    [
      'has none among admins who are all new',
      [ADMIN, OTHER],
      [ADMIN, OTHER].map((id) => admission(id, 7, daysBefore(2))),
      false,
    ],
  ])('%s', (_, adminIds, admissions, expected) => {
    expect(hasApprover(request, { adminIds, admissions }, later(24))).toBe(expected)
  })
})
