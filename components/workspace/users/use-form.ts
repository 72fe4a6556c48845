'use client'

import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { tooLong } from '@/lib/platform/api/too-long'
import { ApiError } from '@/lib/platform/client/api-error'

export interface FormErrors {
  /** By the name of the field. */
  fields: Record<string, string>
  /** What concerns the form as a whole. */
  form: string | null
}
const NONE: FormErrors = { fields: {}, form: null }

interface Issue {
  path: PropertyKey[]
  message: string
}

/** The first problem of each field. */
function fromIssues(issues: readonly Issue[]): FormErrors {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[String(path.at(-1) ?? '')] ??= message
  return { fields, form: null }
}

/** What a failed request says, beside its field where it names one. */
export function fromFailure(cause: unknown): FormErrors {
  if (!(cause instanceof ApiError)) return { fields: {}, form: 'Something went wrong. Please try again.' }
  const issues = cause.problem.issues?.map(({ path, message }) => ({ path: path.split('.'), message })) ?? []
  return issues.length > 0 ? fromIssues(issues) : { fields: {}, form: cause.message }
}

/**
 * A form that is checked by a schema of the contract before it is sent, one submission at a time; what the server
 * refuses appears beside the field or above the button, and the first wrong field gets the focus.
 */
export function useForm<S extends z.ZodType>(schema: S, send: (value: z.output<S>) => Promise<unknown>) {
  const [errors, setErrors] = useState<FormErrors>(NONE)
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors.fields).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const checked = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)), { error: tooLong })
    setErrors(checked.success ? NONE : fromIssues(checked.error.issues))
    if (!checked.success) return
    setBusy(true)
    try {
      await send(checked.data)
    } catch (cause) {
      setErrors(fromFailure(cause))
    } finally {
      setBusy(false)
    }
  }
  return { errors, busy, form: { ref, onSubmit, noValidate: true } }
}
