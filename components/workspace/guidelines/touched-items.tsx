'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { Touched, TouchedStage } from '@/lib/workspace/guidelines/contract'
import { touchedQuery, useAskAgain } from '@/lib/workspace/guidelines/hooks'

const items = (count: number) => (count === 1 ? '1 finished item' : `${count} finished items`)

/** For managers: which finished items the guidelines in force may touch, and asking chosen ones again. Nothing where there are none. */
export function TouchedItems({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useQuery(touchedQuery(projectId))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)
  const ask = (next: Asked) => {
    setAsked(next)
    setAsking(true)
  }
  if (error)
    return (
      <ErrorState title="Finished items could not be looked through" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  return (
    <>
      {/* Most often there are none, and nothing has to make room for them. */}
      {data && data.items.length > 0 ? (
        <Chooser projectId={projectId} touched={data} chosen={chosen} setChosen={setChosen} onAsk={ask} />
      ) : null}
      {/* Beside the list, which may be empty before the dialog has closed. */}
      {asked ? (
        <AskAgain
          projectId={projectId}
          asked={asked}
          onCommentChange={(comment) => setAsked({ ...asked, comment })}
          open={asking}
          onOpenChange={setAsking}
          onAsked={() => setChosen(new Set())}
        />
      ) : null}
    </>
  )
}

interface ChooserProps {
  projectId: string
  touched: Touched
  chosen: ReadonlySet<string>
  setChosen(chosen: ReadonlySet<string>): void
  onAsk(asked: Asked): void
}

function Chooser({ projectId, touched, chosen, setChosen, onAsk }: ChooserProps) {
  const listed = touched.items.filter(({ taskId }) => chosen.has(taskId))
  const all = listed.length === touched.items.length
  const finished = touched.stages.reduce((sum, stage) => sum + stage.finished, 0)
  const toggle = (taskId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(taskId)
    else next.delete(taskId)
    setChosen(next)
  }
  return (
    <Panel
      title="Finished under earlier versions"
      description="Their answers were given before the guidelines said something else about these questions. Nothing happens to them unless you ask them again."
      className="mb-6"
    >
      <ul className="mb-4 space-y-1 text-sm">
        {touched.stages.map((stage) => (
          <li key={stage.stage}>
            <StageWords stage={stage} />
          </li>
        ))}
      </ul>
      <Checkbox
        className="border-line border-b pb-2"
        label={touched.items.length < finished ? `The first ${touched.items.length} of ${finished}` : 'All of them'}
        checked={all ? true : listed.length > 0 ? 'indeterminate' : false}
        onCheckedChange={(on) => setChosen(new Set(on ? touched.items.map(({ taskId }) => taskId) : []))}
      />
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {touched.items.map(({ taskId, itemId, stage, position, title, version }) => (
          <li key={taskId} className="flex items-start justify-between gap-3 py-2 text-sm">
            <Checkbox
              className="min-w-0"
              label={
                <>
                  {position}. <bdi>{title}</bdi>
                </>
              }
              hint={`${stageTitle(touched, stage)}, answered under version ${version}`}
              checked={chosen.has(taskId)}
              onCheckedChange={(on) => toggle(taskId, on === true)}
            />
            <Link href={`/projects/${projectId}/items/${itemId}`} aria-label={`Open item ${position}, ${title}`}>
              Open
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Button
          disabled={listed.length === 0}
          onClick={() =>
            onAsk({
              version: touched.version,
              taskIds: listed.map(({ taskId }) => taskId),
              comment: `Version ${touched.version} of the guidelines says something else here. Look again.`,
            })
          }
        >
          {listed.length === 0 ? 'Ask chosen items again' : `Ask ${items(listed.length)} again`}
        </Button>
      </div>
    </Panel>
  )
}

const stageTitle = ({ stages }: Touched, key: string) => stages.find(({ stage }) => stage === key)?.title ?? key

const StageWords = ({ stage: { title, finished, questions } }: { stage: TouchedStage }) => (
  <>
    <strong>{title}</strong>: {items(finished)}, for {questions.join(', ')}
  </>
)

/** What is to be asked again, as it was chosen when the dialog opened. */
interface Asked {
  version: number
  taskIds: readonly string[]
  comment: string
}

interface AskAgainProps {
  projectId: string
  asked: Asked
  onCommentChange(comment: string): void
  open: boolean
  onOpenChange(open: boolean): void
  onAsked(): void
}

function AskAgain({ projectId, asked: { version, taskIds, comment }, onCommentChange, ...props }: AskAgainProps) {
  const { open, onOpenChange, onAsked } = props
  const ask = useAskAgain(projectId)
  const send = async () => {
    const { asked, left } = await ask.mutateAsync({ version, taskIds: [...taskIds], comment })
    toast.success(asked === 1 ? '1 item is asked again' : `${asked} items are asked again`, {
      ...(left > 0 ? { description: `${left} stay as they are: no longer finished, or annotated by you.` } : {}),
    })
    onAsked()
  }
  return (
    <AlertDialog
      tone="primary"
      title={`Ask ${items(taskIds.length)} again?`}
      description="Their annotators go on from their answers, in another round, and read why. The gold that stands is replaced when the round ends; figures and exports leave these items out until then."
      confirmLabel="Ask again"
      onConfirm={send}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Field label="Why, for the annotators">
        <Textarea value={comment} maxLength={2000} onChange={(event) => onCommentChange(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
