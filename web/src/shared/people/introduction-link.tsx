import { ExternalLink } from 'lucide-react'

/** A link to a caregiver's video, in a new tab that gets no access to this one; nothing without a video. */
export function IntroductionLink({ url, className = '' }: { url: string; className?: string }) {
  if (!url.startsWith('https://')) return null
  return (
    <p className={className}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="inline-flex min-h-11 items-center gap-2 text-link"
      >
        Watch an introduction
        <ExternalLink className="size-4 shrink-0" />
      </a>
    </p>
  )
}
