import { useState } from 'react'
import { getInitials } from '../lib/format/initials.ts'

interface AvatarProps {
  /** Without one the initials are those of "User". */
  name: string
  /**
   * The person's picture. Without one the server draws the initials; if no picture loads, they are shown as
   * text.
   */
  src?: string | null | undefined
  /** `portrait` is the arch of the caregiver's page; `card` is a smaller one on phones. */
  size?: 'small' | 'regular' | 'large' | 'portrait' | 'card'
  /** Loads eagerly, because it is visible immediately. */
  isEager?: boolean
}

const sizes = {
  small: 'size-9 rounded-full text-13',
  regular: 'size-12 rounded-full text-15',
  large: 'size-18 rounded-full text-21',
  portrait: 'h-40 w-32 rounded-arch text-40',
  card: 'h-25 w-20 rounded-arch text-28 sm:h-40 sm:w-32 sm:text-40',
}

/** Hidden from screen readers, because the person's name is beside it. */
export function Avatar({ name, src, size = 'regular', isEager }: AvatarProps) {
  const seed = name.trim() || 'User'
  const [failed, setFailed] = useState<string | null>(null)
  const shape = `${sizes[size]} shrink-0 bg-sage text-on-sage`
  const picture = src || initialsPath(seed)
  if (failed === picture) {
    return (
      <span
        aria-hidden="true"
        className={`${shape} inline-flex items-center justify-center font-display select-none`}
      >
        {getInitials(seed)}
      </span>
    )
  }
  return (
    <img
      src={picture}
      alt=""
      {...(isEager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      onError={() => setFailed(picture)}
      className={`${shape} object-cover`}
    />
  )
}

/** A DiceBear-compatible path, so that the server can redirect to such a service. */
function initialsPath(seed: string): string {
  return `/avatars/initials/svg?seed=${encodeURIComponent(seed)}`
}
