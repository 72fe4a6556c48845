'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'

type PasteFileProps = { disabled: boolean; onFile: (file: File) => void }

/** A table or texts from the clipboard, as if they were a file. */
export function PasteFile({ disabled, onFile }: PasteFileProps) {
  const [text, setText] = useState<string | null>(null)
  if (text === null) return <Button onClick={() => setText('')}>Paste a table or texts instead</Button>
  return (
    <div className="space-y-2">
      <Field
        label="A table with its headings, JSON, or a response on each line"
        hint="As copied from a spreadsheet or a page."
      >
        <Textarea dir="auto" rows={6} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button
          disabled={disabled || text.trim() === ''}
          onClick={() => onFile(new File([text], 'pasted.txt', { type: 'text/plain' }))}
        >
          Check it
        </Button>
        <Button variant="ghost" onClick={() => setText(null)}>
          Close
        </Button>
      </div>
    </div>
  )
}
