'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Tabs } from '@/components/ui/tabs'
import { TextDiff } from '@/components/ui/text-diff'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/platform/client/api-error'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { type Guideline, guidelineSchema } from '@/lib/workspace/guidelines/contract'
import { usePublishGuideline } from '@/lib/workspace/guidelines/hooks'
import { MOST_NESTED } from './bounded-markdown'
import { GuidelineMarkdown } from './markdown'

type GuidelinesEditorProps = { userId: string; projectId: string; guideline: Guideline; onDone: () => void }

/** Writes the next version from the one in force: Markdown, its preview, and the changes so far. */
export function GuidelinesEditor({ userId, projectId, guideline, onDone }: GuidelinesEditorProps) {
  const publish = usePublishGuideline(projectId)
  const router = useRouter()
  // Where the text started; moves on when somebody else publishes and the writer has seen it.
  const [base, setBase] = useState(guideline)
  const text = useKeptText(`${userId} ${projectId}`, base)
  const { from, body, note, isBack } = text
  const theirs = conflictOf(publish.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Not a callback of the mutation's: the editor may be gone when the answer comes. The error is shown below.
    publish.mutateAsync({ body, note, basedOn: base.version }).then(
      (published) => {
        text.letGo()
        toast.success(`Version ${published.version} is in force`)
        router.replace(`/projects/${projectId}/guidelines`)
        onDone()
        // What the new version may touch stands at the top, and the text was left wherever it was edited.
        window.scrollTo({ top: 0 })
      },
      () => {},
    )
  }
  const accept = (current: Guideline) => {
    setBase(current)
    text.keep({ from: current.version })
    publish.reset()
  }
  return (
    <>
      <PageHeader
        title={`Guidelines, version ${base.version + 1}`}
        description="Earlier versions stay and can be read."
      />
      {isBack ? (
        <Callout
          className="mb-5"
          title={`This is what you wrote before, from version ${from}`}
          actions={
            <Button size="sm" onClick={text.letGo}>
              Start over
            </Button>
          }
        >
          {from < base.version
            ? `Version ${base.version} was published since: look under “Changes” at what yours takes back of it.`
            : 'It was kept in this browser.'}
        </Callout>
      ) : null}
      <form onSubmit={submit} className="space-y-5">
        <Panel>
          <Tabs
            label="Editor"
            items={[
              {
                value: 'write',
                label: 'Write',
                content: (
                  <Field
                    label="Text, in Markdown"
                    hint={`Quotes and lists are drawn up to ${MOST_NESTED} levels deep; what lies deeper is shown flat.`}
                    required
                  >
                    <Textarea
                      rows={18}
                      required
                      maxLength={200_000}
                      value={body}
                      onChange={(event) => text.keep({ body: event.target.value })}
                      className="font-mono"
                    />
                  </Field>
                ),
              },
              {
                value: 'preview',
                label: 'Preview',
                content: <GuidelineMarkdown tellUndrawn>{body}</GuidelineMarkdown>,
              },
              {
                value: 'changes',
                label: 'Changes',
                content: <TextDiff className="reading" before={base.body} after={body} />,
              },
            ]}
          />
        </Panel>
        <Field label="What changed, and why" required hint="Annotators see this line beside the version.">
          <Input required maxLength={500} value={note} onChange={(event) => text.keep({ note: event.target.value })} />
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

interface KeptText {
  /** The version that it was begun from. */
  from: number
  body: string
  note: string
}

/** The text and the words about it, kept in this browser from key to key until they are published or given up. */
function useKeptText(name: string, { body: original, version }: Guideline) {
  const [draft, keepDraft, clear] = useStoredDraft(`guidelines ${name}`)
  const [isAnew, setAnew] = useState(draft === '')
  const storedText: KeptText = draft === '' ? { from: version, body: original, note: '' } : JSON.parse(draft)
  const keep = (change: Partial<KeptText>) => {
    const { from, body, note } = { ...storedText, ...change }
    keepDraft(body === original && note === '' ? '' : JSON.stringify({ from, body, note }))
  }
  return {
    ...storedText,
    isBack: draft !== '' && (!isAnew || storedText.from < version),
    keep,
    letGo: () => {
      setAnew(true)
      clear(draft)
    },
  }
}

/** The version somebody else published meanwhile, if that is why publishing failed. */
function conflictOf(error: Error | null): Guideline | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null
  return guidelineSchema.safeParse(error.problem.data?.current).data ?? null
}
