import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { type Anchoring, type AnchoringQuestion, getAnchoringEndpoint } from '@/lib/quality/anchoring/contract'
import { ArmsTable } from './arms-table'
import { DistributionPanel } from './distribution-panel'
import { EffectPanel } from './effect-panel'
import { RunChoice } from './run-choice'

/** What suggestions do to the labels, question by question. */
export function AnchoringView({ data }: { data: Anchoring }) {
  const { project, questions, runs, run, rules } = data
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${project.id}/prefill`}>Pre-fill</Link>}
        title="Anchoring"
        description="What suggestions do to the labels: how often they are accepted, and how labels made with a suggestion in sight differ from labels made without."
        actions={
          <>
            <ButtonLink href={`/projects/${project.id}/prefill/policies`}>Policies</ButtonLink>
            <DownloadLink
              href={urlFor(getAnchoringEndpoint, {
                params: { projectId: project.id },
                query: { run: run ?? undefined },
              })}
            >
              Figures as JSON
            </DownloadLink>
          </>
        }
      />
      <div className="space-y-8">
        {runs.length > 0 ? <RunChoice projectId={project.id} runs={runs} run={run} /> : null}
        {questions.length === 0 ? (
          <EmptyState title="There is nothing to compare yet">
            Figures appear once all annotators of a task with suggestions have submitted. To measure what showing
            suggestions does, randomise a question under Policies before annotation begins.
          </EmptyState>
        ) : null}
        {questions.map((question) => (
          <QuestionSection
            key={`${question.stage} ${question.unitKind} ${question.question}`}
            projectId={project.id}
            question={question}
          />
        ))}
        <RulesNote rules={rules} questions={questions.length} />
      </div>
    </>
  )
}

function QuestionSection({ projectId, question }: { projectId: string; question: AnchoringQuestion }) {
  return (
    <Panel
      title={question.title}
      description={`${question.stageTitle}. Unit: one annotator’s label of one ${question.unitText.toLowerCase()}.`}
    >
      <div className="space-y-6">
        <EffectPanel projectId={projectId} question={question} />
        <ArmsTable projectId={projectId} question={question} />
        <DistributionPanel projectId={projectId} question={question} />
      </div>
    </Panel>
  )
}

function RulesNote({ rules, questions }: { rules: readonly string[]; questions: number }) {
  return (
    <section aria-labelledby="anchoring-rules" className="max-w-prose space-y-2 text-muted text-sm">
      <h2 id="anchoring-rules" className="font-semibold text-base text-ink">
        How these figures are made
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
        {questions > 1 ? <li>There are {questions} questions on this page, each with intervals of its own.</li> : null}
      </ul>
    </section>
  )
}
