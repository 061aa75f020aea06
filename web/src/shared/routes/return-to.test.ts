import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'
import { isFamilyPath, loginPath, phonePath, returnTo, toSafePath } from './return-to.ts'

describe('the return location', () => {
  it.each(['/requests', '/caregivers?q=night%20nanny&page=2', '/checkout/12#total'])('keeps %s', (path) => {
    expect(toSafePath(path)).toBe(path)
    expect(returnTo(new URL(loginPath(path), 'http://app.test').search)).toBe(path)
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/a/../..//evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/%2e%2e//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'requests',
    '',
    null,
  ])('goes home instead of to %j', (path) => {
    expect(toSafePath(path)).toBe('/')
  })

  it('is omitted for the home page', () => {
    expect(loginPath('/')).toBe('/login')
    expect(returnTo('')).toBe('/')
  })
})

it('leads to the phone number of a profile, and back to the booking', () => {
  expect(phonePath(paths.caretakerProfile, paths.booking(12))).toBe(
    '/caretaker/profile?next=%2Fbookings%2F12#phone',
  )
})

it.each([
  ['/caregivers', true],
  ['/caregivers?q=night', true],
  ['/caregivers/7', true],
  ['/caregiver/7/book?date=2026-06-02', true],
  ['/chat?caregiverId=7', true],
  ['/chat?caretakerId=7', false],
  ['/chat', false],
  ['/caregiver/wallet', false],
  ['/caregivers-near-you', false],
  ['//', false],
  ['/', false],
])('whether %s is for finding or booking a caregiver: %s', (path, expected) => {
  expect(isFamilyPath(path)).toBe(expected)
})
