'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { useStretch } from '@/components/ui/use-stretch'
import { SettleStale } from '@/components/workspace/tasks/settle-stale'
import { StaleNote } from '@/components/workspace/tasks/stale-note'
import { protocolById } from '@/lib/protocols'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { useOpenTask, useRestoreTask } from '@/lib/workspace/items/hooks'
import { DiscardDialog } from './discard-dialog'
import { GoldAnswers } from './gold-answers'
import { ResegmentEditor } from './resegment-editor'
import { SendBackDialog } from './send-back-dialog'
import { TaskStateBadge } from './task-state-badge'

type TaskPanelProps = { item: ItemView; task: ItemTask }

/** One stage of an item: its state, what may be done with it, its units, its gold. */
export function TaskPanel({ item, task }: TaskPanelProps) {
  const [editing, setEditing] = useState(false)
  const stage = protocolById(item.protocolId).stages.find((each) => each.key === task.stage)
  return (
    <Panel
      title={task.stageTitle}
      description={`${task.raters === 1 ? 'One annotator' : `${task.raters} annotators`}${task.round > 1 ? `, round ${task.round}` : ''}`}
      actions={<TaskActions item={item} task={task} editing={editing} onEdit={() => setEditing(true)} />}
    >
      <div className="mb-4 flex flex-wrap gap-1.5">
        <TaskStateBadge state={task.state} votes={task.votes} />
        {task.stale ? <Badge tone="stale">Stale</Badge> : null}
      </div>
      {task.stale && stage ? (
        <div className="mb-4">
          <StaleNote
            stages={protocolById(item.protocolId).stages}
            stage={stage}
            units={task.units}
            stale={task.stale}
            title="Stale: the gold before it has changed since"
            actions={
              task.abilities.settleStale ? (
                <SettleStale projectId={item.projectId} itemId={item.id} taskId={task.id} />
              ) : undefined
            }
          />
        </div>
      ) : null}
      {editing && task.segmented ? (
        <ResegmentEditor item={item} task={task} onDone={() => setEditing(false)} />
      ) : task.gold && stage ? (
        <GoldAnswers protocol={protocolById(item.protocolId)} stage={stage} gold={task.gold} />
      ) : (
        <TaskUnits task={task} />
      )}
    </Panel>
  )
}

function TaskUnits({ task }: { task: ItemTask }) {
  const units = task.units.filter((unit) => task.segmented === null || unit.kind === task.segmented.kind)
  const drawn = useStretch(units.length, -1)
  return (
    <>
      <ol className="space-y-1.5 text-sm">
        {units.slice(drawn.from, drawn.to).map((unit) => (
          <li key={unit.id} className="flex gap-3">
            <span className="w-8 shrink-0 text-end text-muted tabular-nums">{unit.key}</span>
            <span dir="auto" className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap">
              <LongText>{unit.text}</LongText>
            </span>
          </li>
        ))}
      </ol>
      <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
    </>
  )
}

type TaskActionsProps = TaskPanelProps & { editing: boolean; onEdit: () => void }

function TaskActions({ item, task, editing, onEdit }: TaskActionsProps) {
  const place = { projectId: item.projectId, itemId: item.id, taskId: task.id }
  const open = useOpenTask(place)
  const restore = useRestoreTask(place)
  const can = task.abilities
  const workplace = `/projects/${item.projectId}/tasks/${task.id}`
  const failed = { onError: (error: Error) => toast.error(error.message) }
  const consolidateLabel = can.adjudicate ? 'Settle' : can.approve ? 'Approve' : 'See the answers'
  return (
    <>
      {can.prepare && task.segmented && !editing ? <Button onClick={onEdit}>Change segments</Button> : null}
      {can.prepare && !editing ? (
        <Button variant="primary" loading={open.isPending} onClick={() => open.mutate(undefined, failed)}>
          Open for annotation
        </Button>
      ) : null}
      {can.annotate ? (
        <ButtonLink href={`${workplace}/annotate`} variant="primary">
          Annotate
        </ButtonLink>
      ) : null}
      {can.readAnswers ? <ButtonLink href={`${workplace}/consolidate`}>{consolidateLabel}</ButtonLink> : null}
      {can.readAnswers ? (
        <ButtonLink href={`${workplace}/timeline`} prefetch={false}>
          Time line
        </ButtonLink>
      ) : null}
      {can.sendBack ? <SendBackDialog {...place} /> : null}
      {can.discard ? <DiscardDialog {...place} reasons={protocolById(item.protocolId).discardReasons} /> : null}
      {can.restore ? (
        <Button loading={restore.isPending} onClick={() => restore.mutate(undefined, failed)}>
          Take back the discarding
        </Button>
      ) : null}
    </>
  )
}
