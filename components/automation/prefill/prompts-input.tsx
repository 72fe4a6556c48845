'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Textarea } from '@/components/ui/textarea'
import { counted } from '@/components/workspace/imports/counted'
import { promptsFromJsonLines, promptsFromText, type ReadPrompts } from './prompts-file'

/** Problems listed at a time. */
const SHOWN = 10

interface PromptsInputProps {
  given: ReadPrompts
  onChange: (given: ReadPrompts) => void
  error: string | undefined
}

/** Prompts, pasted one a line or taken from a file of JSON lines. */
export function PromptsInput({ given, onChange, error }: PromptsInputProps) {
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const type = (next: string) => {
    setText(next)
    onChange(promptsFromText(next))
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    setFileName(file.name)
    onChange(promptsFromJsonLines(await file.text()))
  }
  const drop = () => {
    setFileName(null)
    onChange(promptsFromText(text))
  }
  return (
    <div className="space-y-4">
      {fileName === null ? (
        <>
          <Field label="Prompts, one a line" error={error}>
            <Textarea rows={6} value={text} onChange={(event) => type(event.target.value)} />
          </Field>
          <FileDrop
            label="Or drop a file here, or choose one"
            hint='JSON lines: {"prompt": "…", "id": "…"}; the id may be left out. Prompts of several lines need a file.'
            accept=".jsonl,.ndjson,.json"
            onFiles={(files) => void take(files)}
          />
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="wrap-anywhere min-w-0 text-sm">
            <bdi className="font-medium">{fileName}</bdi>
          </p>
          <Button size="sm" onClick={drop}>
            Take another
          </Button>
          {error && given.problems.length === 0 ? (
            <p role="alert" className="basis-full text-negative-text text-sm">
              {error}
            </p>
          ) : null}
        </div>
      )}
      <p role="status" className="text-muted text-sm">
        {counted(given.prompts.length, 'prompt')}
      </p>
      <Problems problems={given.problems} />
    </div>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Callout tone="danger" title={counted(problems.length, 'problem')}>
      <ul>
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {problems.length > SHOWN ? <p>The first {SHOWN} are listed.</p> : null}
    </Callout>
  )
}
