import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

it.each([
  ['Nora Lind', null, '/avatars/initials/svg?seed=Nora%20Lind'],
  ['', null, '/avatars/initials/svg?seed=User'],
  ['  ', undefined, '/avatars/initials/svg?seed=User'],
  ['', '/files/avatar.webp', '/files/avatar.webp'],
])('shows the picture, or the initials of the name or "User": %j, %j', (name, src, path) => {
  const { container } = render(<Avatar name={name} src={src} />)
  expect(container.querySelector('img')).toHaveAttribute('src', path)
})

it.each(['portrait', 'card'] as const)('draws initials over the whole arch: %s', (size) => {
  const { container } = render(<Avatar name="Nora Lind" size={size} />)
  expect(container.firstElementChild).toBe(container.querySelector('img'))
})
