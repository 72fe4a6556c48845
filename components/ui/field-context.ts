'use client'

import { createContext, useContext } from 'react'

type FieldContextValue = { id: string; labelId: string; describedBy?: string; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldContextValue | null>(null)

type ControlProps = {
  id?: string
  required?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

/** What ties a control to the `Field` around it; the control's own props come first. */
export function useFieldControl(props: ControlProps) {
  const field = useContext(FieldContext)
  return {
    id: props.id ?? field?.id,
    required: props.required ?? (field?.required || undefined),
    'aria-describedby': props['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
  }
}

/** The id of the surrounding field's label, for groups that are named by `aria-labelledby`. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}
