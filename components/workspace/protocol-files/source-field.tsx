'use client'

import { type Ref, useId } from 'react'
import { cn } from '@/components/ui/cn'
import type { FileProblem } from '@/lib/protocols/language/problems'

type SourceFieldProps = {
  value: string
  onChange: (value: string) => void
  problems: readonly FileProblem[]
  /** The id of what lists the problems. */
  describedBy: string
  ref: Ref<HTMLTextAreaElement>
}

/** Puts the cursor to a line and column, both from 1, and brings the line into view: the field is as high as its text, and only a part is seen. */
export function goToPlace(field: HTMLTextAreaElement, { line, column }: Pick<FileProblem, 'line' | 'column'>) {
  const before = field.value.split('\n').slice(0, line - 1)
  const offset = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  field.focus({ preventScroll: true })
  field.setSelectionRange(offset, offset)
  field.closest('[data-source]')?.querySelectorAll('li')[line - 1]?.scrollIntoView({ block: 'nearest' })
}

/** The text of a protocol file with the numbers of its lines, and what is wrong with a line behind it. */
export function SourceField({ value, onChange, problems, describedBy, ref }: SourceFieldProps) {
  const id = useId()
  const lines = value.split('\n')
  const numbers = Array.from(lines, (_, index) => index + 1)
  const byLine = new Map<number, FileProblem>()
  for (const problem of problems) if (!byLine.has(problem.line)) byLine.set(problem.line, problem)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        Protocol file
      </label>
      <div
        data-source
        className="relative max-h-[70dvh] min-h-64 overflow-auto rounded-md border border-control bg-surface font-mono text-[0.8125rem] leading-5 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
      >
        <div className="flex w-max min-w-full">
          <ol aria-hidden className="sticky start-0 z-10 select-none border-line border-e bg-sunken py-2 text-end">
            {numbers.map((number) => (
              <li
                key={number}
                className={cn(
                  'h-5 ps-2 pe-2 text-muted tabular-nums',
                  byLine.has(number) && 'bg-negative-surface font-semibold text-negative-text',
                )}
              >
                {number}
              </li>
            ))}
          </ol>
          <div className="relative grow">
            <textarea
              id={id}
              ref={ref}
              dir="ltr"
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              rows={Math.max(12, lines.length)}
              aria-invalid={problems.length > 0}
              aria-describedby={describedBy}
              className="field-sizing-content block min-w-full resize-none overflow-hidden whitespace-pre bg-transparent px-3 py-2 pe-96 text-ink leading-5 outline-none"
            />
            {[...byLine].map(([line, { message }]) => (
              <span
                key={line}
                aria-hidden
                className="pointer-events-none absolute h-5 max-w-96 truncate font-sans text-negative-text text-xs leading-5"
                style={{
                  top: `calc(0.5rem + ${line - 1} * 1.25rem)`,
                  insetInlineStart: `calc(0.75rem + ${(lines[line - 1]?.length ?? 0) + 2}ch)`,
                }}
              >
                {message}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
