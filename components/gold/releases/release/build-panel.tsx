'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { CardText, Preview } from '@/lib/gold/releases/release/contract'
import { usePreviewRelease, useStartRelease } from '@/lib/gold/releases/release/hooks'
import { PreviewView } from './preview-view'

interface BuildPanelProps {
  projectId: string
  /** The number that the next release has. */
  next: number
  /** The card as it stands in the editor, and whether that is what is saved. */
  card: CardText
  saved: boolean
}

/** Makes the next release, after a look at what it would be. */
export function BuildPanel({ projectId, next, card, saved }: BuildPanelProps) {
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const preview = usePreviewRelease(projectId)
  const start = useStartRelease(projectId)
  const shown = preview.data
  const build = () =>
    start.mutate(
      { notes, ...(reason.trim() === '' ? {} : { contradictionsReason: reason }) },
      {
        onSuccess: ({ number }) => {
          toast.success(`Release ${number} is being built`)
          setNotes('')
          preview.reset()
        },
      },
    )
  return (
    <Panel
      title={`Make release ${next}`}
      description="Everything that is gold now, as files that never change again. Correct what is wrong in a later release."
    >
      <div className="space-y-4">
        <Field label="What is new" hint="In Markdown; stands in the card of this release.">
          <Textarea rows={2} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
        {shown && shown.unsettled.count > 0 ? (
          <Contradictions projectId={projectId} unsettled={shown.unsettled} reason={reason} onReason={setReason} />
        ) : null}
        {saved ? null : (
          <Callout tone="warning" title="The card has changes that are not saved">
            The preview shows them; a release takes the card as it is saved. Save it first.
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button loading={preview.isPending} onClick={() => preview.mutate({ card, notes })}>
            Preview
          </Button>
          <Button variant="primary" loading={start.isPending} disabled={!saved} onClick={build}>
            Make release {next}
          </Button>
        </div>
        <Refusal title="The release was not made" error={start.error} />
        <Refusal title="The preview could not be made" error={preview.error} />
        {shown ? <PreviewView preview={shown} /> : null}
      </div>
    </Panel>
  )
}

function Refusal({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null
  return (
    <Callout tone="danger" title={title}>
      {error.message}
    </Callout>
  )
}

interface ContradictionsProps {
  projectId: string
  unsettled: Preview['unsettled']
  reason: string
  onReason: (reason: string) => void
}

function Contradictions({ projectId, unsettled: { count }, reason, onReason }: ContradictionsProps) {
  return (
    <Callout
      tone="warning"
      title={
        count === 1 ? 'The label of 1 item contradicts itself' : `The labels of ${count} items contradict themselves`
      }
    >
      <p className="mb-3">
        <Link href={`/projects/${projectId}/checks`}>Settle them under Checks</Link>, or say why they are released as
        they are.
      </p>
      <Field label="Why they are released as they are" hint="Goes on the card as a known gap.">
        <Textarea rows={2} maxLength={2000} value={reason} onChange={(event) => onReason(event.target.value)} />
      </Field>
    </Callout>
  )
}
