/** Who opens whose private file. @see docs/rules/profiles-and-files.md#file-links */
import { describe, expect, it } from 'vitest'
import { canOpenFile } from './access.ts'

const OWNER = 1
const viewer = (id: number, staffRole: 'support' | 'finance' | 'admin' | null = null) => ({
  id,
  staffRole,
  isActive: true,
})
const VIEWERS = {
  'the owner': viewer(OWNER),
  'another person': viewer(2),
  support: viewer(3, 'support'),
  finance: viewer(4, 'finance'),
  'an admin': viewer(5, 'admin'),
}
type Viewer = keyof typeof VIEWERS

// Links to evidence are made for the two sides and support alone, so the link itself is the permission.
// Finance are refused nevertheless, because a member of the staff may have been in support before.
describe.each<['avatar' | 'document' | 'evidence' | 'export', Viewer[]]>([
  ['avatar', ['the owner', 'support', 'an admin']],
  ['document', ['the owner', 'support', 'an admin']],
  ['evidence', ['the owner', 'another person', 'support', 'an admin']],
  ['export', ['the owner']],
])('%s', (kind, allowed) => {
  const file = { ownerId: OWNER, kind }

  it.each(Object.entries(VIEWERS))('is opened by %s or refused', (name, person) => {
    expect(canOpenFile(person, file)).toBe(allowed.includes(name as Viewer))
  })

  it('is closed to everyone whose account is not active', () => {
    const opened = Object.values(VIEWERS).filter((person) =>
      canOpenFile({ ...person, isActive: false }, file),
    )
    expect(opened).toEqual([])
  })
})
