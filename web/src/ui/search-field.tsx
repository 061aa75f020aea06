import { SEARCH_MAXIMUM } from '@tendwell/contract/reference'
import { Search } from 'lucide-react'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { controlClass } from './field.tsx'

interface SearchFieldProps {
  /** What is searched, for screen readers. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called on Enter. */
  onSubmit?: (value: string) => void
  placeholder?: string
  isReadOnly?: boolean
  autoFocus?: boolean
  className?: string
}

export function SearchField({ label, placeholder, className = '', ...props }: SearchFieldProps) {
  return (
    <AriaSearchField
      {...props}
      aria-label={label}
      maxLength={SEARCH_MAXIMUM}
      className={`relative flex items-center ${className}`}
    >
      <Search className="pointer-events-none absolute left-3.5 size-4 text-ink-soft" />
      <Input placeholder={placeholder} className={`${controlClass} pl-10`} />
    </AriaSearchField>
  )
}
