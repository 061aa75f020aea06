import { ExternalLink, FileX } from 'lucide-react'
import { Button } from './button.tsx'
import { buttonClass } from './button-style.ts'

interface FileLinkProps {
  /** Without one, the link is a disabled button. */
  address: string | null
  label: string
  /** What the file belongs to, if the label doesn't say. */
  of?: string
}

/** Opens a stored file in a new tab, which gets no access to this one. */
export function FileLink({ address, label, of }: FileLinkProps) {
  const name = of ? `${label} of ${of}` : label
  const href = resolveAddress(address)
  if (!href) {
    return (
      <Button variant="secondary" size="small" isDisabled aria-label={`${name}: not uploaded`}>
        {label}
        <FileX className="size-3.5" />
      </Button>
    )
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name} (opens in a new tab)`}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      {label}
      <ExternalLink className="size-3.5 text-ink-soft" />
    </a>
  )
}

/** Resolves server paths, and rejects anything but http, such as `javascript:`. */
function resolveAddress(address: string | null): string | null {
  if (!address) return null
  try {
    const { protocol, href } = new URL(address, window.location.origin)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}
