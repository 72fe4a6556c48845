'use client'
import { type ComponentProps, type ReactNode, useId, useMemo } from 'react'
import { CircleAlert } from '@/components/ui/icons'
import { cn } from './cn'
import { FieldContext } from './field-context'

/** The label of one control; `htmlFor` is its id. */
export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('font-medium text-ink text-sm', className)} {...props}>
      {children}
    </label>
  )
}

type FieldProps = {
  label: ReactNode
  /** One control of this folder; it finds its id, hint and error by itself. */
  children: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, children, hint, error, required = false, hideLabel, className }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  const context = useMemo(
    () => ({
      id,
      labelId: `${id}-label`,
      describedBy: `${errorId} ${hintId}`.trim() || undefined,
      invalid: errorId !== '',
      required,
    }),
    [id, hintId, errorId, required],
  )
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <Label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {/* The field itself says so to those who hear it. */}
        {required ? (
          <span aria-hidden="true" className="ms-1.5 font-normal text-muted text-xs">
            required
          </span>
        ) : null}
      </Label>
      <FieldContext value={context}>{children}</FieldContext>
      {hint ? (
        <p id={hintId} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-[0.8125rem] text-negative-text">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  )
}
