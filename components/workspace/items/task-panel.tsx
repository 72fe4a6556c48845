'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { ButtonLink } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { useHash } from '@/components/ui/use-hash'
import { useStretch } from '@/components/ui/use-stretch'
import { inWords, plainValue } from '@/components/workspace/tasks/plain-value'
import { SettleStale } from '@/components/workspace/tasks/settle-stale'
import { StaleNote } from '@/components/workspace/tasks/stale-note'
import type { Protocol, Stage } from '@/lib/protocols/protocol'
import { unitName } from '@/lib/protocols/unit-name'
import { useProtocol } from '@/lib/protocols/use-protocol'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { useOpenTask, useRestoreTask } from '@/lib/workspace/items/hooks'
import { unitAnchor } from '@/lib/workspace/items/rules'
import { AnswerValue } from './answer-value'
import { DiscardDialog } from './discard-dialog'
import { ResegmentEditor } from './resegment-editor'
import { SendBackDialog } from './send-back-dialog'
import { TaskStateBadge } from './task-state-badge'
import { VotesList } from './votes-list'

type Gold = NonNullable<ItemTask['gold']>
/** What else is told of the unit of this key, by the stage’s key. */
export type UnitDetails = (stage: string, unit: string) => ReactNode

type GoldAnswersProps = { protocol: Protocol; stage: Stage; gold: Gold; unitDetails: UnitDetails | undefined }

const ORIGIN: Record<Gold['origin'], string> = {
  consolidated: 'consolidated',
  single_rated: 'single-rated',
  tallied: 'tallied',
  imported: 'imported',
}

/** The gold answers unit by unit, and what follows from them for the whole item. */
function GoldAnswers({ protocol, stage, gold, unitDetails }: GoldAnswersProps) {
  const texts = new Map(gold.units.map(({ key, text }) => [key, text]))
  const depthOf = depthIn(gold.units)
  // A link may lead to a unit far down.
  const hash = useHash()
  const wanted = gold.units.findIndex(({ key }) => unitAnchor(stage.key, key) === hash)
  const drawn = useStretch(gold.units.length, wanted)
  useEffect(() => {
    if (wanted >= 0) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [wanted, hash])
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">
        {gold.votes ? 'Tally' : 'Gold'} version {gold.version}, {ORIGIN[gold.origin]}
      </p>
      <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
      <ol className="space-y-3">
        {gold.units.slice(drawn.from, drawn.to).map((unit) => {
          const answers = gold.answers[unit.key] ?? {}
          const answered = stage.questions.filter(
            // A list's entries stand below it, and a listed unit's text is its own.
            (each) => each.unit === unit.kind && each.form !== 'list' && (answers[each.key] ?? null) !== null,
          )
          return (
            <li
              key={unit.key}
              style={{ marginInlineStart: `${Math.min(depthOf(unit.key), MOST_INDENTED) * 1.25}rem` }}
              id={unitAnchor(stage.key, unit.key)}
              className="rounded-lg scroll-mt-4 target:border-accent border border-line p-3"
            >
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
                <LongText>{unit.text}</LongText>
              </p>
              <DefinitionList
                className="mt-2"
                items={answered.map((question) => ({
                  term: question.title,
                  description: <AnswerValue question={question} value={answers[question.key] ?? null} texts={texts} />,
                }))}
              />
              {unitDetails?.(stage.key, unit.key)}
            </li>
          )
        })}
      </ol>
      <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
      {gold.votes ? <VotesList stage={stage} gold={gold} votes={gold.votes} /> : null}
      <DefinitionList items={labelsByRule(protocol, stage, gold)} />
      <details className="text-sm" open={gold.votes !== null}>
        <summary className="cursor-pointer text-muted">{gold.votes ? 'Counted' : 'Derived figures'}</summary>
        <DefinitionList
          className="mt-2"
          items={Object.entries(gold.rollUp).map(([name, value]) => ({
            term: inWords(name),
            description: plainValue(
              value,
              (each) => nameIn(stage, gold, each) ?? inWords(each),
              (each) => nameIn(stage, gold, each) ?? each,
            ),
          }))}
        />
      </details>
    </div>
  )
}

/** The label of the whole item under each rule, by the rule's title; none where another stage holds it. */
function labelsByRule({ itemLabel, rollUps }: Protocol, stage: Stage, { rollUp }: Gold) {
  if (itemLabel?.stage !== stage.key) return []
  const labels = itemLabel.byRule(rollUp)
  return rollUps.flatMap(({ key, title }) => {
    const label = labels[key]
    if (label === undefined) return []
    const labelValue = itemLabel.values.find(({ value }) => value === label)
    const description = labelValue ? (
      <Badge key={key} tone={labelValue.tone}>
        {labelValue.text}
      </Badge>
    ) : (
      plainValue(label)
    )
    return [{ term: `Whole item, by the rule “${title}”`, description }]
  })
}

/** A unit that figures name by its key, by its place; null for what is no unit. */
const nameIn = (stage: Stage, { units }: Gold, name: string): string | null =>
  units.some(({ key }) => key === name) ? unitName(stage, units, name) : null

const MOST_INDENTED = 4

/** How deep a unit stands below the units it is a part of. */
function depthIn(units: Gold['units']) {
  const parents = new Map(units.map(({ key, parent }) => [key, parent]))
  const depthOf = (key: string): number => {
    const parent = parents.get(key)
    return parent === undefined || !parents.has(parent) ? 0 : 1 + depthOf(parent)
  }
  return depthOf
}

type TaskPanelProps = { item: ItemView; task: ItemTask; unitDetails?: UnitDetails | undefined }

/** One stage of an item: its state, what may be done with it, its units, its gold. */
export function TaskPanel({ item, task, unitDetails }: TaskPanelProps) {
  const [editing, setEditing] = useState(false)
  const protocol = useProtocol(item.protocolId)
  const stage = protocol.stages.find((each) => each.key === task.stage)
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
            stages={protocol.stages}
            stage={stage}
            units={task.units}
            stale={task.stale}
            title="Stale: the gold it builds on has changed"
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
        <GoldAnswers protocol={protocol} stage={stage} gold={task.gold} unitDetails={unitDetails} />
      ) : (
        <TaskUnits task={task} stage={stage} />
      )}
    </Panel>
  )
}

function TaskUnits({ task, stage }: { task: ItemTask; stage: Stage | undefined }) {
  const units = task.units.filter((unit) => task.segmented === null || unit.kind === task.segmented.kind)
  const drawn = useStretch(units.length, -1)
  return (
    <>
      <ol className="space-y-1.5 text-sm">
        {units.slice(drawn.from, drawn.to).map((unit) => (
          <li key={unit.id} className="flex gap-3">
            <span className="w-28 shrink-0 text-muted tabular-nums">
              {stage ? unitName(stage, task.units, unit.key) : unit.key}
            </span>
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
  const { discardReasons: reasons } = useProtocol(item.protocolId)
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
      {can.discard ? <DiscardDialog {...place} reasons={reasons} /> : null}
      {can.restore ? (
        <Button loading={restore.isPending} onClick={() => restore.mutate(undefined, failed)}>
          Take back the discarding
        </Button>
      ) : null}
    </>
  )
}
