import { useState } from 'react'
import { getInitials } from '../lib/initials.ts'

interface AvatarProps {
  name: string
  /** The person's picture. Without one the server draws the initials; if no picture loads, they are shown as text. */
  src?: string | null | undefined
  /** `portrait` is the arch of the caregiver's card and page. */
  size?: 'small' | 'regular' | 'large' | 'huge' | 'portrait'
  /** Hidden from screen readers, because the person's name is beside it. */
  isDecorative?: boolean
  /** Loads eagerly, because it is visible immediately. */
  isEager?: boolean
}

const sizes = {
  small: 'size-9 rounded-full text-13',
  regular: 'size-12 rounded-full text-15',
  large: 'size-18 rounded-full text-21',
  huge: 'size-28 rounded-full text-40',
  portrait: 'h-40 w-32 rounded-arch text-40',
}

export function Avatar({ name, src, size = 'regular', isDecorative = true, isEager }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shape = `${sizes[size]} shrink-0 bg-sage text-on-sage`
  const centred = `${shape} inline-flex items-center justify-center`
  const picture = src || initialsPath(name)
  if (failed === picture) {
    const labelProps = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
    return (
      <span {...labelProps} className={`${centred} font-display select-none`}>
        {getInitials(name) || '·'}
      </span>
    )
  }
  const image = (look: string) => (
    <img
      src={picture}
      alt={isDecorative ? '' : name}
      {...(isEager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      onError={() => setFailed(picture)}
      className={look}
    />
  )
  // Initials are square, so in place of the arch they get a circle.
  if (!src && size === 'portrait') return <span className={centred}>{image('size-24 rounded-full')}</span>
  return image(`${shape} object-cover`)
}

/** A DiceBear-compatible path, so that the server can redirect to such a service. */
function initialsPath(name: string): string {
  return `/avatars/initials/svg?seed=${encodeURIComponent(name)}`
}
