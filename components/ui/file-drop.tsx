'use client'

import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Upload } from '@/components/ui/icons'
import { cn } from './cn'

type FileDropProps = {
  /** What to drop, e.g. "Drop a file here, or choose one". */
  label: ReactNode
  onFiles: (files: File[]) => void
  /** Formats and limits, in words. */
  hint?: ReactNode
  /** As for an input, e.g. `.jsonl,.json,.csv`. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  className?: string
}

/** A place to drop files. Underneath it is a file input, so keyboard and screen reader use it as one. */
export function FileDrop({ label, onFiles, hint, accept, multiple = false, disabled, className }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, multiple ? undefined : 1)
    if (chosen.length > 0) onFiles(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  return (
    <div className={className}>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="peer sr-only"
        onChange={(event) => {
          take(event.target.files)
          // Choosing the same file again, after it was corrected, must count as a change.
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-col items-center gap-2 rounded-xl border-2 border-control border-dashed bg-surface px-6 py-10 text-center transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 hover:bg-hover peer-disabled:opacity-55',
          over && 'border-accent bg-accent-surface',
        )}
      >
        <Upload aria-hidden className="size-6 text-muted" />
        <span className="font-medium">{label}</span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mt-2 text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
