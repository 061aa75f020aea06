import { describe, expect, it } from 'vitest'
import { paths, type RouteFacts, routes } from './routes.ts'

const all = Object.entries<RouteFacts>(routes)

describe('the routes', () => {
  it('have paths that are fixed or made from an id', () => {
    expect(paths.bookings).toBe('/bookings')
    expect(paths.booking(12)).toBe('/bookings/12')
    expect(paths.book(3)).toBe('/caregiver/3/book')
    expect(paths.statement('2026-11')).toBe('/caregiver/wallet/statements/2026-11')
  })

  it('have at most one parameter, and no path twice', () => {
    expect(all.filter(([, { path }]) => path.split(':').length > 2)).toEqual([])
    expect(new Set(all.map(([, { path }]) => path)).size).toBe(all.length)
  })

  it('are for staff in the console, and only there', () => {
    const ofConsole = all.filter(([, { path }]) => /^\/admin(\/|$)/.test(path))
    expect(ofConsole).toEqual(all.filter(([, { roles }]) => roles.toString() === 'admin'))
    expect(ofConsole).toEqual(all.filter(([, { staff }]) => staff))
    expect(ofConsole).toHaveLength(18)
  })

  it('are listed in the sitemap only if everyone may open them', () => {
    const listed = all.filter(([, { isListed }]) => isListed)
    expect(listed).not.toEqual([])
    expect(listed.filter(([, { path, roles }]) => roles !== 'everyone' || path.includes(':'))).toEqual([])
  })
})
