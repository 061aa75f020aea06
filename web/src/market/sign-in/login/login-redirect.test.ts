import { describe, expect, it } from 'vitest'
import { getGoogleRedirect, getLoginRedirect } from './login-redirect.ts'

const wanted = '?next=%2Frequests%3Fpage%3D2'

describe('getLoginRedirect', () => {
  it.each([
    ['/admin/disputes/12', '/admin/disputes/12'],
    ['/admin?tab=flagged', '/admin?tab=flagged'],
    ['/administrator', '/admin'],
    ['/requests', '/admin'],
    ['/admin/../requests', '/admin'],
    ['//evil.example/admin/', '/admin'],
    ['', '/admin'],
  ])('sends an admin who came from %j to %s', (from, to) => {
    const search = `?next=${encodeURIComponent(from)}`
    expect(getLoginRedirect({ role: 'admin', profile_complete: true }, search)).toBe(to)
  })

  it('sends a caregiver with an incomplete profile to it, also when the flag is a string', () => {
    expect(getLoginRedirect({ role: 'caregiver', profile_complete: false }, wanted)).toBe(
      '/caregiver/profile',
    )
    const text = { role: 'caregiver', profile_complete: 'false' as unknown as boolean } as const
    expect(getLoginRedirect(text, wanted)).toBe('/caregiver/profile')
  })

  it('sends others back to where they came from', () => {
    expect(getLoginRedirect({ role: 'caregiver', profile_complete: true }, wanted)).toBe('/requests?page=2')
    const text = { role: 'caregiver', profile_complete: 'true' as unknown as boolean } as const
    expect(getLoginRedirect(text, wanted)).toBe('/requests?page=2')
    expect(getLoginRedirect({ role: 'caretaker', profile_complete: false }, wanted)).toBe('/requests?page=2')
  })

  it('sends others home when they came from no page or from another site', () => {
    expect(getLoginRedirect({ role: 'caretaker', profile_complete: true }, '')).toBe('/')
    expect(getLoginRedirect({ role: 'caretaker', profile_complete: true }, '?next=//evil.example')).toBe('/')
  })

  it('uses the waiting page only if the login screen names none', () => {
    const family = { role: 'caretaker', profile_complete: false } as const
    expect(getLoginRedirect(family, '', '/caregivers/2')).toBe('/caregivers/2')
    expect(getLoginRedirect(family, wanted, '/caregivers/2')).toBe('/requests?page=2')
  })
})

describe('getGoogleRedirect', () => {
  it('sends a caregiver with an incomplete profile to it, and everyone else home', () => {
    expect(getGoogleRedirect({ role: 'caregiver', profile_complete: false }, '')).toBe('/caregiver/profile')
    expect(getGoogleRedirect({ role: 'caregiver', profile_complete: true }, '')).toBe('/')
    expect(getGoogleRedirect({ role: 'caretaker', profile_complete: false }, '')).toBe('/')
  })

  it('sends an admin to the console, or back to its page', () => {
    const admin = { role: 'admin', profile_complete: true } as const
    expect(getGoogleRedirect(admin, '')).toBe('/admin')
    expect(getGoogleRedirect(admin, '?next=%2Fadmin%2Fdisputes%2F12')).toBe('/admin/disputes/12')
    expect(getGoogleRedirect(admin, wanted)).toBe('/admin')
  })

  it('sends a family back to where they came from', () => {
    expect(getGoogleRedirect({ role: 'caretaker', profile_complete: false }, wanted)).toBe('/requests?page=2')
  })
})
