import type { AnalyticsBucket } from '@tendwell/contract/console/users'
import { Select } from '../../ui/select.tsx'

const labels: Record<AnalyticsBucket, string> = { day: 'By day', week: 'By week', month: 'By month' }

interface BucketSelectProps {
  value: AnalyticsBucket
  options: readonly AnalyticsBucket[]
  onChange: (bucket: AnalyticsBucket) => void
}

/** Divides both charts and tables into days, weeks or months. */
export function BucketSelect({ value, options, onChange }: BucketSelectProps) {
  return (
    <Select
      label="Divided"
      isLabelHidden
      options={options.map((id) => ({ id, label: labels[id] }))}
      value={value}
      onChange={onChange}
      className="w-36"
    />
  )
}
