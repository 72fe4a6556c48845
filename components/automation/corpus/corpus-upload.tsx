'use client'

import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { CodeBlock } from '@/components/ui/code-block'
import { FileDrop } from '@/components/ui/file-drop'
import { IssueList } from '@/components/ui/issue-list'
import { ProgressBar } from '@/components/ui/progress-bar'
import {
  type CorpusUpload as Added,
  FILE_ENDINGS,
  MAX_DOCUMENT_TEXT,
  MAX_FILE_BYTES,
  MAX_FILE_DOCUMENTS,
} from '@/lib/automation/evidence/corpus/contract'
import { useUploadCorpus } from '@/lib/automation/evidence/corpus/hooks'
import type { Issue } from '@/lib/platform/api/problem'
import { ApiError } from '@/lib/platform/client/api-error'
import { counted } from '@/lib/text/counted'

interface Outcome {
  file: string
  added: Added | null
  /** Why nothing was added. */
  refusal: { message: string; issues: readonly Issue[] } | null
}

const EXAMPLE = `{"title": "Pacific Ocean", "url": "https://example.org/pacific", "text": "The Pacific is …", "publishedAt": "2023-04-30"}`

/** Files become documents one after the other, each as a whole or not at all. */
export function CorpusUpload({ projectId }: { projectId: string }) {
  const upload = useUploadCorpus(projectId)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [sending, setSending] = useState<string | null>(null)
  const send = async (files: readonly File[]) => {
    setOutcomes([])
    for (const file of files) {
      setSending(file.name)
      const outcome = await upload.mutateAsync(file).then(
        (added): Outcome => ({ file: file.name, added, refusal: null }),
        (error: Error): Outcome => ({ file: file.name, added: null, refusal: refusalOf(error) }),
      )
      setOutcomes((before) => [...before, outcome])
    }
    setSending(null)
  }
  return (
    <section aria-label="Add documents" className="space-y-3">
      <FileDrop
        multiple
        label="Drop files here, or choose them"
        accept={FILE_ENDINGS.join(',')}
        disabled={sending !== null}
        onFiles={(files) => void send(files)}
        hint={`JSON lines, a JSON list or CSV with the fields text and, if known, title, url and publishedAt; or a text or Markdown file, which becomes one document. UTF-8, at most ${MAX_FILE_BYTES / 1_000_000} MB and ${counted(MAX_FILE_DOCUMENTS, 'document')} a file, ${counted(MAX_DOCUMENT_TEXT, 'character')} a document. The same document again adds nothing.`}
      />
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">A line of JSON as an example</summary>
        <CodeBlock label="Example of a line" className="mt-2">
          {EXAMPLE}
        </CodeBlock>
      </details>
      {sending === null ? null : <ProgressBar label={`Adding ${sending}`} showLabel value={null} />}
      <div aria-live="polite" className="space-y-3">
        {outcomes.map((outcome) => (
          <OutcomeNote key={outcome.file} outcome={outcome} />
        ))}
      </div>
    </section>
  )
}

const refusalOf = (error: Error) => ({
  message: error.message,
  issues: error instanceof ApiError ? (error.problem.issues ?? []) : [],
})

function OutcomeNote({ outcome: { file, added, refusal } }: { outcome: Outcome }) {
  if (added) {
    const duplicateText = added.known > 0 ? ` ${counted(added.known, 'document')} in it already known.` : ''
    return (
      <Callout tone="success" title={<bdi className="wrap-anywhere">{file}</bdi>}>
        {counted(added.added, 'document')} added, in {counted(added.passages, 'passage')}.{duplicateText}
      </Callout>
    )
  }
  return (
    <Callout tone="danger" title={<bdi className="wrap-anywhere">{file}</bdi>}>
      <p>{refusal?.message}</p>
      <IssueList issues={refusal?.issues ?? []} />
    </Callout>
  )
}
