'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { TextDiff } from '@/components/text/text-diff'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Tabs } from '@/components/ui/tabs'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { type Guideline, guidelineSchema } from '@/lib/guidelines/contract'
import { usePublishGuideline } from '@/lib/guidelines/hooks'
import { GuidelineMarkdown } from './markdown'

type GuidelinesEditorProps = { projectId: string; guideline: Guideline; onDone: () => void }

/** Writes the next version from the one in force: Markdown, its preview, and the changes so far. */
export function GuidelinesEditor({ projectId, guideline, onDone }: GuidelinesEditorProps) {
  const publish = usePublishGuideline(projectId)
  const router = useRouter()
  // Where the text started; moves on when somebody else publishes and the writer has seen it.
  const [base, setBase] = useState(guideline)
  const [body, setBody] = useState(guideline.body)
  const [note, setNote] = useState('')
  const theirs = conflictOf(publish.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    publish.mutate(
      { body, note, basedOn: base.version },
      {
        onSuccess: (published) => {
          toast.success(`Version ${published.version} is in force`)
          router.replace(`/projects/${projectId}/guidelines`)
          onDone()
        },
      },
    )
  }
  const accept = (current: Guideline) => {
    setBase(current)
    publish.reset()
  }
  return (
    <>
      <PageHeader
        title={`Guidelines, version ${base.version + 1}`}
        description="Earlier versions stay and can be read."
      />
      <form onSubmit={submit} className="space-y-5">
        <Panel>
          <Tabs
            label="Editor"
            items={[
              {
                value: 'write',
                label: 'Write',
                content: (
                  <Field label="Text, in Markdown" required>
                    <Textarea
                      rows={18}
                      required
                      maxLength={200_000}
                      value={body}
                      onChange={(event) => setBody(event.target.value)}
                      className="font-mono"
                    />
                  </Field>
                ),
              },
              { value: 'preview', label: 'Preview', content: <GuidelineMarkdown>{body}</GuidelineMarkdown> },
              {
                value: 'changes',
                label: 'Changes',
                content: <TextDiff className="reading" before={base.body} after={body} />,
              },
            ]}
          />
        </Panel>
        <Field label="What changed, and why" required hint="Annotators see this line beside the version.">
          <Input required maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {theirs ? (
          <Callout
            tone="danger"
            title={`Version ${theirs.version} was published while you were writing`}
            actions={
              <Button size="sm" onClick={() => accept(theirs)}>
                Go on from version {theirs.version}
              </Button>
            }
          >
            Your text is still here. Go on, look under “Changes” at what yours takes back of theirs, then publish again.
          </Callout>
        ) : publish.error ? (
          <Callout tone="danger" title="Not published">
            {publish.error.message}
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            loading={publish.isPending}
            disabled={body.trim() === base.body.trim()}
          >
            Publish version {base.version + 1}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </>
  )
}

/** The version somebody else published meanwhile, if that is why publishing failed. */
function conflictOf(error: Error | null): Guideline | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null
  return guidelineSchema.safeParse(error.problem.data?.current).data ?? null
}
