import { FileText, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { formatFileSize } from '../lib/format/format.ts'
import { ErrorText, errorNoteClass } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { IconButton } from './icon-button.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface FileFieldProps {
  label: string
  hint?: string
  error?: string | undefined
  /** Content types, such as ['image/png', 'application/pdf']. */
  accept: readonly string[]
  /** The chosen file; null if there is none. */
  value: File | null
  onChange: (file: File | null) => void
  /** Upload progress, 0 to 100. */
  percent?: number | undefined
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A field for one file, dropped or chosen, with its name, size and upload progress. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, accept, value, onChange, percent, isDisabled = false, ref } = props
  const noteId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-semibold">{label}</span>
      <DropZone
        isDisabled={isDisabled}
        aria-label={`${label}: drop a file`}
        getDropOperation={(types) => (accept.some((type) => types.has(type)) ? 'copy' : 'cancel')}
        onDrop={async (event) => {
          const dropped = event.items.find((item) => item.kind === 'file')
          if (dropped?.kind === 'file') onChange(await dropped.getFile())
        }}
        className={`flex flex-wrap items-center gap-3 rounded-control border border-dashed p-3 transition-colors data-drop-target:border-forest data-drop-target:bg-sage ${
          error ? 'border-clay' : 'border-edge'
        }`}
      >
        {value ? (
          <ChosenFile file={value} percent={percent} remove={() => onChange(null)} isDisabled={isDisabled} />
        ) : (
          <span className="flex-1 text-ink-soft max-sm:sr-only">Drop a file here, or</span>
        )}
        {!value && (
          <FileButton
            ref={ref}
            accept={accept}
            onChoose={([file]) => file && onChange(file)}
            isDisabled={isDisabled}
            aria-label={`Choose a file: ${label}`}
            aria-describedby={noteId}
          >
            Choose a file
          </FileButton>
        )}
      </DropZone>
      <span id={noteId} className={error ? errorNoteClass : 'text-13 text-ink-soft'}>
        {error ? <ErrorText>{error}</ErrorText> : hint}
      </span>
    </div>
  )
}

interface ChosenFileProps {
  file: File
  percent: number | undefined
  remove: () => void
  isDisabled: boolean
}

/** A chosen file with its upload progress. */
export function ChosenFile({ file, percent, remove, isDisabled }: ChosenFileProps) {
  return (
    <>
      <FileText className="size-5 shrink-0 text-forest" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        {percent === undefined ? (
          <p className="tabular text-13 text-ink-soft">{formatFileSize(file.size)}</p>
        ) : (
          <div className="mt-1.5">
            <ProgressBar label={`Uploading ${file.name}`} percent={percent} />
          </div>
        )}
      </div>
      <IconButton
        label={`Remove ${file.name}`}
        icon={<X className="size-4" />}
        isDisabled={isDisabled}
        onPress={remove}
      />
    </>
  )
}
