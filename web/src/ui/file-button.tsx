import { Upload } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from './button.tsx'

interface FileButtonProps
  extends Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'onPress'> {
  /** Content types, such as ['image/png', 'application/pdf']. */
  accept: readonly string[]
  allowsMultiple?: boolean
  onChoose: (files: File[]) => void
}

/** A button that opens the file dialog. */
export function FileButton({ accept, allowsMultiple = false, onChoose, ...rest }: FileButtonProps) {
  return (
    <FileTrigger
      allowsMultiple={allowsMultiple}
      acceptedFileTypes={[...accept]}
      onSelect={(files) => files && onChoose([...files])}
    >
      <Button variant="secondary" size="small" icon={<Upload className="size-4" />} {...rest} />
    </FileTrigger>
  )
}
