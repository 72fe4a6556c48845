'use client'

import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { cn } from '@/components/ui/cn'
import { CodeBlock } from '@/components/ui/code-block'
import { EmptyState } from '@/components/ui/empty-state'
import { Folded } from '@/components/ui/folded'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Evaluations, TaskView } from '@/lib/gold/evaluation/contract'
import { evaluationsQuery, useEvaluationStream } from '@/lib/gold/evaluation/hooks'
import { AddSystems } from './add-systems'
import { taskHref } from './addresses'
import { ReportSection } from './report-section'
import { SourcesTable } from './sources-table'

/** How predictions for a task are written: fields and an example. */
function FormatPanel({ task }: { task: TaskView }) {
  return (
    <Folded title="How predictions are written">
      <div className="space-y-4">
        <p className="max-w-prose text-muted text-sm">
          JSON lines, a JSON list, or CSV with these names as its heading; UTF-8. Any number of systems in one file. An
          item is named by its own id, or by its place as "#12".
        </p>
        <Table caption={`Fields of a line of predictions: ${task.title}`}>
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Needed</Th>
              <Th>What it holds</Th>
            </tr>
          </thead>
          <tbody>
            {task.fields.map(({ name, required, text }) => (
              <tr key={name}>
                <Th scope="row" className="align-top font-mono text-[0.8125rem]" dir="ltr">
                  {name}
                </Th>
                <Td>{required ? 'yes' : 'no'}</Td>
                <Td className="min-w-56">{text}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <CodeBlock label="Example lines">{task.example.join('\n')}</CodeBlock>
      </div>
    </Folded>
  )
}

/** What a task scores, after whom. */
function TaskPanel({ task }: { task: TaskView }) {
  const { title, summary, source, stage, gold } = task
  return (
    <Panel title={title} description={summary}>
      <p className="mb-4 max-w-prose text-sm">
        {stage === null
          ? 'The predictions bring everything along, so no gold of this project is used.'
          : gold === 0
            ? `It needs gold of the stage “${stage}”, and there is none yet. Predictions can be uploaded before: they are scored once gold is there.`
            : `Scored against the gold of the stage “${stage}”: ${gold.toLocaleString('en')} ${gold === 1 ? 'item' : 'items'}.`}{' '}
        <span className="text-muted">
          After {source.paper}, {source.section}.
        </span>
      </p>
      <FormatPanel task={task} />
    </Panel>
  )
}

interface EvaluationViewProps {
  projectId: string
  /** The key of the task that the address names. */
  task?: string
  initialData: Evaluations
}

/** How systems do against the gold of a project. */
export function EvaluationView({ projectId, task: asked, initialData }: EvaluationViewProps) {
  const { data = initialData, isError } = useQuery({ ...evaluationsQuery(projectId), initialData })
  useEvaluationStream(projectId)
  const task = data.tasks.find(({ key }) => key === asked) ?? data.tasks[0]
  return (
    <div className="report">
      <PageHeader
        title="Evaluation"
        description="How automatic fact-checkers and language models do against this project’s gold."
      />
      {isError ? (
        <Callout tone="warning" live className="mb-6">
          The newest state could not be fetched just now; reload the page to try again.
        </Callout>
      ) : null}
      {task ? (
        <div className="space-y-8">
          {data.tasks.length > 1 ? <TaskLinks projectId={projectId} task={task} tasks={data.tasks} /> : null}
          <TaskPanel key={task.key} task={task} />
          <SystemsAndScores projectId={projectId} task={task} data={data} />
        </div>
      ) : (
        <EmptyState title="Nothing can be scored under this protocol">
          Its gold is not what systems are measured by. Download it instead, under Export.
        </EmptyState>
      )}
    </div>
  )
}

function TaskLinks({ projectId, task, tasks }: { projectId: string; task: TaskView; tasks: readonly TaskView[] }) {
  return (
    <nav aria-label="What is scored" className="flex flex-wrap gap-x-1 gap-y-2 border-line border-b print:hidden">
      {tasks.map(({ key, title }) => (
        <Link
          key={key}
          href={taskHref(projectId, key)}
          aria-current={key === task.key ? 'page' : undefined}
          className={cn(
            '-mb-px min-h-9 rounded-t border-b-2 px-3 py-1.5 text-sm no-underline',
            key === task.key
              ? 'border-b-accent font-medium text-ink'
              : 'border-b-transparent text-muted hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

interface PartProps {
  projectId: string
  task: TaskView
  data: Evaluations
}

/** Whoever comes back wants the scores; whoever comes first has a file to bring. */
function SystemsAndScores(props: PartProps) {
  const parts = [<Systems key="systems" {...props} />, <Scores key="scores" {...props} />]
  return scoredSystems(props).length > 0 ? parts.toReversed() : parts
}

const scoredSystems = ({ task, data }: PartProps): string[] =>
  data.evaluations
    .filter((each) => each.task === task.key && each.state === 'done')
    .flatMap((each) => each.systems.map(({ system }) => system))

function Systems({ projectId, task, data }: PartProps) {
  const { canChange, runs, maxBytes } = data
  const taskEvaluations = data.evaluations.filter((each) => each.task === task.key)
  if (task.fields.length === 0 && taskEvaluations.length === 0)
    return (
      <Panel title="Systems" description="Nothing is uploaded here: the votes in the gold say what is compared.">
        {null}
      </Panel>
    )
  return (
    <Panel title="Systems" description="A system is whatever makes predictions: a fact-checker, a model, a prompt.">
      <div className="space-y-6">
        {canChange ? <AddSystems projectId={projectId} task={task} runs={runs} maxBytes={maxBytes} /> : null}
        {taskEvaluations.length > 0 ? (
          <SourcesTable projectId={projectId} canChange={canChange} evaluations={taskEvaluations} />
        ) : (
          <EmptyState title="No system yet">
            {canChange
              ? 'Upload predictions above; how they are written stands under the task.'
              : 'A manager of the project uploads predictions.'}
          </EmptyState>
        )}
      </div>
    </Panel>
  )
}

function Scores(props: PartProps) {
  const { projectId, task, data } = props
  const systems = scoredSystems(props)
  const isBare = task.stage === null ? systems.length === 0 : task.gold === 0
  if (isBare)
    return (
      <EmptyState title="Nothing to score yet">
        {task.stage === null
          ? 'Figures appear here once predictions are uploaded.'
          : `Figures appear here once items have gold of the stage “${task.stage}”.`}
      </EmptyState>
    )
  return (
    <ReportSection
      key={task.key}
      projectId={projectId}
      task={task}
      systems={systems}
      likenessModel={data.likenessModel}
      hasReceipts={data.hasReceipts}
    />
  )
}
