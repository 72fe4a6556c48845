'use client'
import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { GraduationCap } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { Practice, PracticeItem, PracticeStage } from '@/lib/quality/practice/contract'
import { practiceQuery } from '@/lib/quality/practice/hooks'
import type { ManagedPractice } from '@/lib/quality/practice/own-items/contract'
import type { PracticePeople } from '@/lib/quality/practice/people/contract'
import { ManagePractice } from './manage-practice'
import { itemHref, resultHref } from './practice-href'
import { PractisedTable } from './practised-table'
import { StandingText } from './standing-text'
import { StateBadge } from './state-badge'

interface PracticeViewProps {
  projectId: string
  initialData: Practice
  /** What managers set, and who has practised; null for everybody else. */
  managed: { userId: string; settings: ManagedPractice; people: PracticePeople } | null
  /** The number of an item that a manager comes with, to add it. */
  item?: number
}

/** What there is to practise with in a project, stage by stage. */
export function PracticeView({ projectId, initialData, managed, item }: PracticeViewProps) {
  const { data } = useQuery({ ...practiceQuery(projectId), initialData })
  const stages = data.stages.filter(({ items }) => items.length > 0)
  const first =
    stages.find(({ state, begun }) => state === 'todo' && !begun) ?? stages.find(({ state }) => state === 'todo')
  const start = first?.items.find(({ attempts }) => attempts === 0)
  return (
    <>
      <PageHeader
        title="Practice"
        description="Items whose answers are known. You answer them on the workbench and see at once what was expected, and why. Nothing of it is counted, and you can repeat it."
        actions={
          first && start ? (
            <ButtonLink variant="primary" href={itemHref(projectId, first.stage, start.key)}>
              {first.items.some(({ attempts }) => attempts > 0) ? 'Go on' : 'Begin'}
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="space-y-6">
        {data.required ? (
          <Callout>
            This project asks for practice before your first task of a stage: answer each item of the stage once
            {stages.some(({ bars }) => bars.length > 0) ? ', and reach what it asks for' : ''}.
          </Callout>
        ) : null}
        {stages.length === 0 ? (
          <EmptyState icon={<GraduationCap aria-hidden className="size-6" />} title="Nothing to practise with">
            The protocol of this project brings no items to practise with, and no manager has added any.
          </EmptyState>
        ) : (
          stages.map((stage) => (
            <StagePanel key={stage.stage} projectId={projectId} stage={stage} asked={data.required} />
          ))
        )}
        {managed ? (
          <>
            <PractisedTable projectId={projectId} initialData={managed.people} />
            <ManagePractice userId={managed.userId} projectId={projectId} initialData={managed.settings} item={item} />
          </>
        ) : null}
      </div>
    </>
  )
}

interface StagePanelProps {
  projectId: string
  stage: PracticeStage
  /** Must the reader practise before their first task? Not where a manager lets them begin without. */
  asked: boolean
}

function StagePanel({ projectId, stage, asked }: StagePanelProps) {
  // What is not reached is not missed where nobody asks for it.
  const state = stage.state === 'missed' && !asked ? 'done' : stage.state
  return (
    <Panel
      title={stage.title}
      description={<StandingText stage={stage} asked={asked} />}
      actions={<StateBadge state={state} hasBars={asked && stage.bars.length > 0} />}
    >
      <ol className="divide-y divide-line rounded-lg border border-line">
        {stage.items.map((item, index) => (
          <li key={item.key} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 text-sm">
            <span className="text-muted tabular-nums">{index + 1}</span>
            <Link
              href={itemHref(projectId, stage.stage, item.key)}
              className="wrap-anywhere min-w-0 flex-1 basis-48"
              dir="auto"
            >
              {item.title}
            </Link>
            <span className="text-muted text-xs max-sm:basis-full sm:ms-auto">
              <Tried item={item} result={resultHref(projectId, stage.stage, item.key)} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Tried({ item: { title, own, attempts, latest }, result }: { item: PracticeItem; result: string }) {
  return (
    <>
      {own ? 'from this project · ' : null}
      {latest ? (
        <>
          {latest.asExpected} of {latest.judged} as expected
          {attempts > 1 ? `, ${attempts} times answered` : ''} · <Time value={latest.at} format="relative" />
          {latest.readable ? (
            <>
              {' · '}
              <Link href={result} aria-label={`Result: ${title}`}>
                Result
              </Link>
            </>
          ) : null}
        </>
      ) : (
        'not answered yet'
      )}
    </>
  )
}
