import { formatList } from '../../lib/format/format.ts'
import { Banner } from '../../ui/banner.tsx'

/** What a profile still needs; hidden once it is complete. @param missing such as 'your city' */
export function MissingBanner({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null
  return (
    <Banner title="A few things are missing">To complete your profile, add {formatList(missing)}.</Banner>
  )
}
