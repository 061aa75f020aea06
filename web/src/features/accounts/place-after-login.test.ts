import { describe, expect, it } from 'vitest'
import { placeAfterGoogle, placeAfterLogin } from './place-after-login.ts'

const wanted = '?next=%2Frequests%3Fpage%3D2'

describe('placeAfterLogin', () => {
  it('leads an admin to the console, wherever they wanted to go', () => {
    expect(placeAfterLogin({ role: 'admin', profile_complete: true }, wanted)).toBe('/admin')
  })

  it('leads a caregiver with an incomplete profile to her profile, also when the flag is a string', () => {
    expect(placeAfterLogin({ role: 'caregiver', profile_complete: false }, wanted)).toBe('/caregiver/profile')
    const text = { role: 'caregiver', profile_complete: 'false' as unknown as boolean } as const
    expect(placeAfterLogin(text, wanted)).toBe('/caregiver/profile')
  })

  it('leads others back to where they came from', () => {
    expect(placeAfterLogin({ role: 'caregiver', profile_complete: true }, wanted)).toBe('/requests?page=2')
    const text = { role: 'caregiver', profile_complete: 'true' as unknown as boolean } as const
    expect(placeAfterLogin(text, wanted)).toBe('/requests?page=2')
    expect(placeAfterLogin({ role: 'caretaker', profile_complete: false }, wanted)).toBe('/requests?page=2')
  })

  it('leads home when nothing, or another site, was wanted', () => {
    expect(placeAfterLogin({ role: 'caretaker', profile_complete: true }, '')).toBe('/')
    expect(placeAfterLogin({ role: 'caretaker', profile_complete: true }, '?next=//evil.example')).toBe('/')
  })
})

describe('placeAfterGoogle', () => {
  it('leads a caregiver with an incomplete profile to her profile, and anyone else home', () => {
    expect(placeAfterGoogle({ role: 'caregiver', profile_complete: false })).toBe('/caregiver/profile')
    expect(placeAfterGoogle({ role: 'caregiver', profile_complete: true })).toBe('/')
    expect(placeAfterGoogle({ role: 'caretaker', profile_complete: false })).toBe('/')
    expect(placeAfterGoogle({ role: 'admin', profile_complete: true })).toBe('/')
  })
})
