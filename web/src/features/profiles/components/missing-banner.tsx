import { Banner } from '../../../ui/banner.tsx'

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** What a profile still needs; hidden once it is complete. @param missing such as 'your city' */
export function MissingBanner({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null
  return (
    <Banner title="A few things are missing">
      To complete your profile, add {listFormat.format(missing)}.
    </Banner>
  )
}
