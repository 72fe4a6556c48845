'use client'

import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Meter } from '@/components/ui/meter'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { Tone } from '@/components/ui/tone'
import { TASK_STATE_TONE } from '@/components/workspace/items/task-state-badge'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { FunnelStage, ProjectHome as Home, ProjectView } from '@/lib/workspace/projects/contract'
import { projectHomeQuery } from '@/lib/workspace/projects/hooks'
import { pathSteps } from '@/lib/workspace/projects/path/rules'
import { taskStates, taskStateText } from '@/lib/workspace/tasks/contract'
import { HomeManagement } from './home-management'
import { HomePath } from './home-path'
import { HomeReview } from './home-review'
import { ROLE_TEXT } from './role-text'

type HomeFunnelProps = { projectId: string; funnel: readonly FunnelStage[] }

/** Tasks by state, stage by stage; each bar leads to its items. */
function HomeFunnel({ projectId, funnel }: HomeFunnelProps) {
  return (
    <Panel title="Progress">
      <div className="space-y-6">
        {funnel.map((stage) => {
          const total = Object.values(stage.counts).reduce((sum, count) => sum + count, 0)
          return (
            <section key={stage.key}>
              <h3 className="mb-2 font-medium text-sm">
                {stage.title} <span className="font-normal text-muted">({total.toLocaleString('en')} tasks)</span>
              </h3>
              {total === 0 ? (
                <p className="text-muted text-sm">No items have reached this stage.</p>
              ) : (
                <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                  {taskStates.map((state) => (
                    <FunnelBar
                      key={state}
                      label={taskStateText(state, stage.votes)}
                      href={itemsHref(projectId, { state, stage: stage.key })}
                      tone={TASK_STATE_TONE[state]}
                      count={stage.counts[state]}
                      total={total}
                    />
                  ))}
                </div>
              )}
            </section>
          )
        })}
      </div>
    </Panel>
  )
}

type FunnelBarProps = { label: string; href: string; tone: Tone; count: number; total: number }

function FunnelBar({ label, href, tone, count, total }: FunnelBarProps) {
  const percent = Math.round((count / total) * 100)
  return (
    <Meter
      label={count > 0 ? <Link href={href}>{label}</Link> : label}
      value={count}
      max={total}
      tone={tone}
      mark
      valueText={`${count.toLocaleString('en')} (${percent}%)`}
    />
  )
}

export type HomeWorkProps = {
  project: ProjectView
  work: NonNullable<Home['work']>
  /** Something else comes first on this page, and has its filled button. */
  isSecond: boolean
}
type ProjectHomeProps = {
  project: ProjectView
  initialData: Home
  /** An annotator's own work. */
  Work: ComponentType<HomeWorkProps>
  before?: BeforeWork
}

/** What stands before the reader's own work. */
export interface BeforeWork {
  /** Does it keep the reader from their own work? It has the filled button then, where nothing else on the page has it. */
  isFirst: boolean
  draw(isFilled: boolean): ReactNode
}

/** What needs the reader now, by role, and how far the project is. */
export function ProjectHome({ project, initialData, Work, before }: ProjectHomeProps) {
  const { data } = useQuery({ ...projectHomeQuery(project.id), initialData })
  const hasStep = data.management !== null && pathSteps(data.management.path).some(({ state }) => state === 'next')
  const hasReview = data.review !== null && data.review.toSettle + data.review.toApprove > 0
  const isBeforeFirst = before?.isFirst === true
  const sayNothing = !data.work && !data.review && !data.management
  return (
    <>
      <PageHeader
        eyebrow={`${project.protocolTitle} · your role: ${ROLE_TEXT[project.role].toLowerCase()}`}
        title={<span dir="auto">{project.name}</span>}
        description={project.description ? <span dir="auto">{project.description}</span> : undefined}
      />
      <div className="space-y-6">
        {data.management ? <HomePath project={project} path={data.management.path} /> : null}
        {data.management ? <HomeManagement project={project} management={data.management} /> : null}
        {data.review ? (
          <HomeReview projectId={project.id} review={data.review} stale={data.stale ?? 0} isSecond={hasStep} />
        ) : null}
        {before?.draw(isBeforeFirst && !hasStep && !hasReview)}
        {data.work ? (
          <Work project={project} work={data.work} isSecond={hasStep || hasReview || isBeforeFirst} />
        ) : null}
        {sayNothing ? <p className="text-muted">Nothing needs you here right now.</p> : null}
        {data.funnel ? <HomeFunnel projectId={project.id} funnel={data.funnel} /> : null}
      </div>
    </>
  )
}
