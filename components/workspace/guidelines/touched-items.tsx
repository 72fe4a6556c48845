'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import {
  MOST_ASKED,
  MOST_NAMED,
  type Touched,
  type TouchedItem,
  type TouchedStage,
} from '@/lib/workspace/guidelines/contract'
import { touchedQuery, useAskAgain } from '@/lib/workspace/guidelines/hooks'
import { type Chosen, useChosen } from './use-chosen'

const items = (count: number) => (count === 1 ? '1 finished item' : `${count.toLocaleString('en')} finished items`)

/** For managers: which finished items the guidelines in force may touch, and asking chosen ones again. Nothing where there are none. */
export function TouchedItems({ projectId }: { projectId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(touchedQuery(projectId, page))
  const chosen = useChosen(data)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)
  const ask = (next: Asked) => {
    setAsked(next)
    setAsking(true)
  }
  const goOn = () => {
    chosen.clear()
    setPage(1)
  }
  // A refetch that fails leaves the list, and a dialog over it, as they are.
  if (error && !data)
    return (
      <ErrorState title="Finished items could not be looked through" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  return (
    <>
      {/* Most often there are none, and nothing has to make room for them. */}
      {data && data.total > 0 ? (
        <Chooser projectId={projectId} touched={data} chosen={chosen} onPageChange={setPage} onAsk={ask} />
      ) : null}
      {/* Beside the list, which may be empty before the dialog has closed. */}
      {asked ? (
        <AskAgain
          projectId={projectId}
          asked={asked}
          onCommentChange={(comment) => setAsked({ ...asked, comment })}
          open={asking}
          onOpenChange={setAsking}
          onAsked={goOn}
        />
      ) : null}
    </>
  )
}

interface ChooserProps {
  projectId: string
  touched: Touched
  chosen: Chosen
  onPageChange(page: number): void
  onAsk(asked: Asked): void
}

function Chooser({ projectId, touched, chosen, onPageChange, onAsk }: ChooserProps) {
  const { page, pageSize, total } = touched
  const list = useRef<HTMLUListElement>(null)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const onPage = touched.items.filter(({ taskId }) => chosen.has(taskId)).length
  const count = chosen.all ? Math.min(chosen.count, MOST_ASKED) : chosen.count
  const isTooMany = !chosen.all && count > MOST_NAMED
  return (
    <Panel
      title="Finished under earlier versions"
      description="Their answers were given under an earlier version, and what the guidelines say of these questions has changed since. A new or changed section that is about no single question counts for all of them. Nothing happens to them unless you ask them again."
      className="mb-6"
    >
      <ul className="mb-4 space-y-1 text-sm">
        {touched.stages.map((stage) => (
          <li key={stage.stage}>
            <StageWords stage={stage} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b pb-2">
        <Checkbox
          label={pages > 1 ? 'Select all of this page' : 'All of them'}
          checked={onPage === touched.items.length ? true : onPage > 0 ? 'indeterminate' : false}
          onCheckedChange={chosen.togglePage}
        />
        {pages > 1 && !chosen.all ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              chosen.chooseAll()
              // The button goes.
              list.current?.focus()
            }}
          >
            Select all {total.toLocaleString('en')}
          </Button>
        ) : null}
      </div>
      <ul ref={list} tabIndex={-1} className="mb-3 max-h-80 divide-y divide-line overflow-y-auto">
        {touched.items.map((item) => (
          <ItemLine
            key={item.taskId}
            projectId={projectId}
            item={item}
            stage={stageTitle(touched, item.stage)}
            chosen={chosen}
          />
        ))}
      </ul>
      {pages > 1 ? (
        <Pagination
          label="Pages of finished items"
          summary={`${page} of ${pages}, ${items(total)}`}
          previous={page > 1 ? () => onPageChange(page - 1) : null}
          next={page < pages ? () => onPageChange(page + 1) : null}
        />
      ) : null}
      <div className="mt-4 space-y-2">
        <Button
          disabled={count === 0 || isTooMany}
          onClick={() =>
            onAsk({
              version: touched.version,
              taskIds: chosen.all ? 'all' : chosen.ids,
              total,
              count,
              withGone: count < chosen.count && chosen.withGone > 0 ? 'some' : chosen.withGone,
              comment: `Version ${touched.version} of the guidelines says something else here. Look again.`,
            })
          }
        >
          {count === 0 ? 'Ask chosen items again' : `Ask ${items(count)} again`}
        </Button>
        {chosen.all && total > MOST_ASKED ? (
          <p className="text-muted text-sm">
            {MOST_ASKED.toLocaleString('en')} at once, the first of the list; the others stay in it.
          </p>
        ) : null}
        {isTooMany ? (
          <p className="text-muted text-sm">At most {MOST_NAMED} can be chosen one by one: choose fewer, or all.</p>
        ) : null}
      </div>
    </Panel>
  )
}

interface ItemLineProps {
  projectId: string
  item: TouchedItem
  /** Its title. */
  stage: string
  chosen: Chosen
}

function ItemLine({ projectId, item, stage, chosen }: ItemLineProps) {
  const { taskId, itemId, position, title, version, gone } = item
  const left = gone > 0 ? `; ${gone === 1 ? 'an annotator has' : `${gone} annotators have`} left` : ''
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm">
      <Checkbox
        className="min-w-0"
        label={
          <>
            {position}. <bdi>{title}</bdi>
          </>
        }
        hint={`${stage}, answered under version ${version}${left}`}
        checked={chosen.has(taskId)}
        onCheckedChange={() => chosen.toggle(taskId)}
      />
      <Link href={`/projects/${projectId}/items/${itemId}`} aria-label={`Open item ${position}, ${title}`}>
        Open
      </Link>
    </li>
  )
}

const stageTitle = ({ stages }: Touched, key: string) => stages.find(({ stage }) => stage === key)?.title ?? key

const StageWords = ({ stage: { title, finished, questions } }: { stage: TouchedStage }) => (
  <>
    <strong>{title}</strong>: {items(finished)}, for {questions.join(', ')}
  </>
)

const goneWords = (withGone: number | 'some') => {
  if (withGone === 'some') return 'Some of them may have'
  return withGone === 1 ? 'One of them has' : `${withGone.toLocaleString('en')} of them have`
}

/** What is to be asked again, as it was chosen when the dialog opened. */
interface Asked {
  version: number
  taskIds: readonly string[] | 'all'
  /** How many were listed. */
  total: number
  count: number
  /** Of them, those with an annotator who cannot be asked again; `some`: perhaps, where more are chosen than can be asked at once. */
  withGone: number | 'some'
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

function AskAgain({ projectId, asked: chosen, onCommentChange, ...props }: AskAgainProps) {
  const { version, taskIds, total, count, withGone, comment } = chosen
  const { open, onOpenChange, onAsked } = props
  const ask = useAskAgain(projectId)
  const send = async () => {
    const { asked, left } = await ask.mutateAsync({
      version,
      ...(taskIds === 'all' ? { taskIds, total } : { taskIds: [...taskIds] }),
      comment,
    })
    toast.success(asked === 1 ? '1 item is asked again' : `${asked} items are asked again`, {
      ...(left > 0 ? { description: `${left} stay as they are: no longer finished, or annotated by you.` } : {}),
    })
    onAsked()
  }
  return (
    <AlertDialog
      tone="primary"
      title={`Ask ${items(count)} again?`}
      description="Their annotators go on from their answers, in another round, and read why. The gold that stands is replaced when the round ends; figures and exports leave these items out until then."
      confirmLabel="Ask again"
      onConfirm={send}
      open={open}
      onOpenChange={onOpenChange}
    >
      {withGone === 'some' || withGone > 0 ? (
        <Callout tone="warning" className="mb-4">
          {goneWords(withGone)} annotators who have left the project, or may no longer annotate in it, and cannot be
          asked. Their places become free: somebody else answers from the beginning, from the queue or as you assign.
          The others go on from their answers.
        </Callout>
      ) : null}
      <Field label="Why, for the annotators">
        <Textarea value={comment} maxLength={2000} onChange={(event) => onCommentChange(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
