import { useId, useRef } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { ErrorText, errorNoteClass } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { ChosenFile } from './file-field.tsx'

export interface ListedFile {
  id: string
  file: File
  /** Upload progress, 0 to 100. */
  percent?: number | undefined
}

interface FilesFieldProps {
  label: string
  hint?: string
  /** Why some of the last chosen files were rejected. */
  refusals: readonly string[]
  /** Content types, such as ['image/png', 'application/pdf']. */
  accept: readonly string[]
  files: readonly ListedFile[]
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  /** The usage: '2/5 files', '1.4/10MB'. */
  counters: readonly string[]
  /** The button's label when no more files can be added. */
  fullLabel: string | null
  isDisabled?: boolean
}

/** A field for several files, dropped or chosen, each with its name, size and upload progress. */
export function FilesField(props: FilesFieldProps) {
  const { label, hint, refusals, accept, files, onAdd, onRemove, counters, fullLabel } = props
  const { isDisabled = false } = props
  const noteId = useId()
  const list = useRef<HTMLUListElement>(null)
  const isFull = fullLabel !== null
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {label}
        <span className="text-13 font-normal text-ink-soft">Optional</span>
      </span>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={`Chosen: ${label}`}
        className={files.length > 0 ? 'flex flex-col gap-2 pb-1' : 'sr-only'}
      >
        {files.map(({ id, file, percent }) => (
          <li key={id} className="flex items-center gap-3 rounded-control border border-line p-3">
            <ChosenFile
              file={file}
              percent={percent}
              isDisabled={isDisabled}
              remove={() => {
                onRemove(id)
                list.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      <DropZone
        isDisabled={isDisabled || isFull}
        aria-label={`${label}: drop files`}
        getDropOperation={(types) => (accept.some((type) => types.has(type)) ? 'copy' : 'cancel')}
        onDrop={async (event) => {
          const dropped = event.items.filter((item) => item.kind === 'file')
          onAdd(await Promise.all(dropped.map((item) => item.getFile())))
        }}
        className="flex flex-wrap items-center gap-3 rounded-control border border-dashed sm:justify-end border-edge p-3 transition-colors data-drop-target:border-forest data-drop-target:bg-sage"
      >
        {!isFull && <span className="flex-1 text-ink-soft max-sm:sr-only">Drop files here, or</span>}
        <FileButton
          allowsMultiple
          accept={accept}
          onChoose={onAdd}
          isDisabled={isDisabled || isFull}
          aria-label={fullLabel ?? `Choose files: ${label}`}
          aria-describedby={noteId}
        >
          {fullLabel ?? 'Choose files'}
        </FileButton>
      </DropZone>
      <span id={noteId} className="flex flex-wrap justify-between gap-x-4 text-13 text-ink-soft">
        <span>{hint}</span>
        <span className="tabular flex gap-3">
          {counters.map((counter) => (
            <span key={counter}>{counter}</span>
          ))}
        </span>
      </span>
      <div role="alert" className="flex flex-col gap-1">
        {refusals.map((refusal) => (
          <p key={refusal} className={errorNoteClass}>
            <ErrorText>{refusal}</ErrorText>
          </p>
        ))}
      </div>
    </div>
  )
}
