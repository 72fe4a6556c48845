import { ReceiptFormLinks } from '@/components/quality/agreement/receipts/receipt-links'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Table, Td, Th } from '@/components/ui/table'
import { urlFor } from '@/lib/platform/client/fetch-json'
import {
  type Anchoring,
  type AnchoringQuestion,
  type ArmFigures,
  anchoringReceiptForms,
  getAnchoringEndpoint,
  getAnchoringReceiptEndpoint,
} from '@/lib/quality/anchoring/contract'
import { ARM_TEXT } from '@/lib/quality/anchoring/rules'
import { CellLink } from './cell-link'
import { DifferenceText } from './difference-text'
import { EffectPanel } from './effect-panel'
import { countText, pointsText, secondsText, shareText } from './number-text'
import { RunChoice } from './run-choice'

/** One row an arm: how many labels, what became of the suggestion, and the time the task took. */
function ArmsTable({ projectId, question }: { projectId: string; question: AnchoringQuestion }) {
  return (
    <Table caption={`${question.title} by arm`}>
      <thead>
        <tr>
          <Th>Arm</Th>
          <Th numeric>Labels</Th>
          <Th numeric>Annotations</Th>
          <Th numeric>Items</Th>
          <Th numeric>Accepted</Th>
          <Th numeric>Same as suggested</Th>
          <Th numeric>Changed after seeing it</Th>
          <Th numeric>Active time, median</Th>
        </tr>
      </thead>
      <tbody>
        {question.arms.map((arm) => (
          <ArmRow key={arm.arm} projectId={projectId} arm={arm} />
        ))}
      </tbody>
    </Table>
  )
}

function ArmRow({ projectId, arm }: { projectId: string; arm: ArmFigures }) {
  const name = ARM_TEXT[arm.arm]
  const { labels, accepted, agreed, changed, towards, seconds } = arm
  return (
    <tr>
      <Th scope="row">
        {name}
        <span className="block font-normal text-muted text-xs">
          {arm.randomised === labels.count ? 'drawn by chance' : `${countText(arm.randomised)} labels drawn by chance`}
        </span>
      </Th>
      <Td numeric>
        <CellLink projectId={projectId} cell={labels} about={`labels of arm ${name}`} />
      </Td>
      <Td numeric>{countText(arm.annotations)}</Td>
      <Td numeric>{countText(labels.inItems)}</Td>
      <Td numeric>
        {shareText(accepted.count, labels.count)}
        <span className="block text-muted text-xs">
          <CellLink projectId={projectId} cell={accepted} about={`labels of arm ${name} accepted from a suggestion`} />
        </span>
      </Td>
      <Td numeric>
        {shareText(agreed.count, labels.count)}
        <span className="block text-muted text-xs">
          <CellLink projectId={projectId} cell={agreed} about={`labels of arm ${name} that say what was suggested`} />
        </span>
      </Td>
      <Td numeric>
        {arm.arm === 'hidden' ? (
          <>
            <CellLink projectId={projectId} cell={changed} about="labels changed after the suggestion was seen" />
            <span className="block text-muted text-xs">
              <CellLink
                projectId={projectId}
                cell={towards}
                about="labels changed to what it says"
                text={`${countText(towards.count)} to what it says`}
              />
            </span>
          </>
        ) : (
          <span className="text-muted">–</span>
        )}
      </Td>
      <Td numeric>
        {seconds ? (
          <>
            {secondsText(seconds.median)}
            <span className="block text-muted text-xs">
              middle half {secondsText(seconds.low)} to {secondsText(seconds.high)}
            </span>
          </>
        ) : (
          <span className="text-muted">Not reported</span>
        )}
      </Td>
    </tr>
  )
}

interface DistributionPanelProps {
  projectId: string
  question: AnchoringQuestion
}

/** Which values were given in each arm, as bars and as a table; of choices only. */
function DistributionPanel({ projectId, question }: DistributionPanelProps) {
  const { categories, arms, effect, title } = question
  if (categories.length === 0) return null
  const cellOf = (arm: ArmFigures, value: string) => arm.values.find((each) => each.value === value)?.cell
  return (
    <div className="space-y-3">
      <h3 className="font-medium text-sm">Values given, by arm</h3>
      {arms.map((arm) => (
        <div key={arm.arm}>
          <p className="mb-1 text-sm">{ARM_TEXT[arm.arm]}</p>
          <StackedBar
            parts={categories.map(({ value, text, tone }) => {
              const count = cellOf(arm, value)?.count ?? 0
              return {
                key: value,
                label: text,
                value: count,
                tone,
                letter: text.charAt(0),
                valueText: shareText(count, arm.labels.count),
              }
            })}
          />
        </div>
      ))}
      <Table caption={`Values of ${title} by arm`}>
        <thead>
          <tr>
            <Th>Value</Th>
            {arms.map(({ arm }) => (
              <Th key={arm} numeric>
                {ARM_TEXT[arm]}
              </Th>
            ))}
            <Th numeric>Shown minus without, points</Th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ value, text }) => {
            const difference = effect.values.find((each) => each.value === value)?.difference
            return (
              <tr key={value}>
                <Th scope="row">{text}</Th>
                {arms.map((arm) => {
                  const cell = cellOf(arm, value)
                  return (
                    <Td key={arm.arm} numeric>
                      {shareText(cell?.count ?? 0, arm.labels.count)}
                      {cell ? (
                        <span className="block text-muted text-xs">
                          <CellLink
                            projectId={projectId}
                            cell={cell}
                            about={`labels “${text}” of arm ${ARM_TEXT[arm.arm]}`}
                          />
                        </span>
                      ) : null}
                    </Td>
                  )
                })}
                <Td numeric>
                  {difference ? (
                    <DifferenceText difference={difference} format={pointsText} />
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

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
            {questions.some(({ arms }) => arms.some(({ labels }) => labels.items !== null)) ? (
              <ReceiptFormLinks
                forms={anchoringReceiptForms}
                hrefOf={(form) =>
                  urlFor(getAnchoringReceiptEndpoint, {
                    params: { projectId: project.id },
                    query: { run: run ?? undefined, form },
                  })
                }
              />
            ) : null}
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
