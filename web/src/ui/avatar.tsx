import { useState } from 'react'
import { initialsOf } from '../lib/initials.ts'

interface AvatarProps {
  name: string
  /** From the server. Without it the server draws the initials; if no picture loads they are text. */
  src?: string | null | undefined
  /** `portrait` has an arch: the caregiver's card and page. */
  size?: 'small' | 'regular' | 'large' | 'huge' | 'portrait'
  /** Hidden from screen readers, because the person's name is beside it. */
  isDecorative?: boolean
  /** Visible at once, so it loads eagerly. */
  isSoon?: boolean
}

const sizes = {
  small: 'size-9 rounded-full text-13',
  regular: 'size-12 rounded-full text-15',
  large: 'size-18 rounded-full text-21',
  huge: 'size-28 rounded-full text-40',
  portrait: 'h-40 w-32 rounded-arch text-40',
}

export function Avatar({ name, src, size = 'regular', isDecorative = true, isSoon }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shape = `${sizes[size]} shrink-0 bg-sage text-on-sage`
  const centred = `${shape} inline-flex items-center justify-center`
  const picture = src || initialsPath(name)
  if (failed === picture) {
    const words = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
    return (
      <span {...words} className={`${centred} font-display select-none`}>
        {initialsOf(name) || '·'}
      </span>
    )
  }
  const image = (look: string) => (
    <img
      src={picture}
      alt={isDecorative ? '' : name}
      {...(isSoon ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      onError={() => setFailed(picture)}
      className={look}
    />
  )
  // The drawn initials are square, so the arch shows them in a circle.
  if (!src && size === 'portrait') return <span className={centred}>{image('size-24 rounded-full')}</span>
  return image(`${shape} object-cover`)
}

/** A DiceBear-compatible path, so that the server can redirect to such a service. */
function initialsPath(name: string): string {
  return `/avatars/initials/svg?seed=${encodeURIComponent(name)}`
}
