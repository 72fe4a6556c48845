import { Badge } from '@/components/ui/badge'
import { Callout } from '@/components/ui/callout'
import { counted } from '@/components/workspace/imports/counted'
import { FAILURE_TEXT, moneyText } from '@/lib/automation/prefill/rules'
import type { StepView } from '@/lib/automation/prefill/settings/contract'
import type { tryStepEndpoint } from '@/lib/automation/prefill/trials/contract'
import type { Result } from '@/lib/platform/api/endpoint'
import type { Question } from '@/lib/protocols/protocol'
import { NoteList } from './note-value'
import { numbered } from './numbered'
import { Message } from './prompt-list'
import { ProposalValue } from './proposal-value'

export type Trial = Result<typeof tryStepEndpoint>

const OUTCOMES: Record<string, string> = {
  ok: 'Answered',
  refused: 'Refused',
  truncated: 'Cut off',
  malformed: 'Not in the form asked for',
}

interface TrialResultProps {
  trial: Trial
  steps: readonly StepView[]
  /** Those of the stage, which give the proposals their words. */
  questions: readonly Question[]
}

/** What steps would propose for one item, and everything that was asked for it, verbatim. */
export function TrialResult({ trial, steps, questions }: TrialResultProps) {
  const { failure, proposals, asked, notes } = trial
  const titles = new Map(steps.map(({ key, title }) => [key, title]))
  const cost = asked.reduce((sum, { costMicro }) => sum + costMicro, 0)
  return (
    <div className="space-y-4">
      <p role="status" className="text-sm">
        {counted(proposals.length, 'suggestion')}, {counted(asked.length, 'question')} to models,{' '}
        {cost === 0 ? 'no cost' : moneyText(cost)}.
      </p>
      {failure ? (
        <Callout tone="danger" title={`${titles.get(failure.step) ?? failure.step}: ${FAILURE_TEXT[failure.code]}`}>
          {failure.message} {proposals.length > 0 ? 'What the steps before it proposed stands below.' : null}
        </Callout>
      ) : null}
      {proposals.length > 0 ? <Proposals proposals={proposals} questions={questions} /> : null}
      <NoteList notes={notes} titles={titles} />
      {asked.length > 0 ? (
        <section className="space-y-2">
          <h3 className="font-medium text-sm">What was asked</h3>
          <ol className="space-y-2">
            {numbered(asked).map(({ key, value }) => (
              <li key={key}>
                <AskedQuestion question={value} title={titles.get(value.step) ?? value.step} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

function Proposals({ proposals, questions }: { proposals: Trial['proposals']; questions: readonly Question[] }) {
  return (
    <section className="space-y-2">
      <h3 className="font-medium text-sm">What would be proposed</h3>
      <ul className="space-y-2">
        {proposals.map((proposal) => (
          <li
            key={`${proposal.unit} ${proposal.question} ${JSON.stringify(proposal.value)}`}
            className="rounded-lg border border-suggestion-border border-dashed bg-suggestion-surface px-3 py-2 text-sm"
          >
            <p dir="auto" className="wrap-anywhere line-clamp-3 text-muted">
              {proposal.unitText || proposal.unit}
            </p>
            <ProposalLine proposal={proposal} questions={questions} />
            {proposal.rationale ? (
              <details className="mt-1">
                <summary className="cursor-pointer text-muted">Why</summary>
                <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
                  {proposal.rationale}
                </p>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProposalLine({
  proposal,
  questions,
}: {
  proposal: Trial['proposals'][number]
  questions: readonly Question[]
}) {
  const question = questions.find(({ key }) => key === proposal.question)
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <span className="text-suggestion-text">{question?.title ?? proposal.question}:</span>
      <div className="wrap-anywhere min-w-0">
        <ProposalValue value={proposal.value} question={question} questions={questions} />
      </div>
      {proposal.score === null ? null : (
        <span className="text-muted tabular-nums">{Math.round(proposal.score * 100)}% sure</span>
      )}
    </div>
  )
}

function AskedQuestion({ question, title }: { question: Trial['asked'][number]; title: string }) {
  const { model, outcome, cached, costMicro, system, user, text } = question
  return (
    <details className="rounded-lg border border-line px-3 py-2">
      <summary className="cursor-pointer text-sm">
        <span className="font-medium">{title}</span>{' '}
        <span className="wrap-anywhere text-muted">
          {model}, {cached ? 'from what was kept' : moneyText(costMicro)}
        </span>{' '}
        <Badge tone={outcome === 'ok' ? 'positive' : 'negative'}>{OUTCOMES[outcome] ?? outcome}</Badge>
      </summary>
      <div className="mt-3 space-y-3">
        <Message title="What the model was told" label="System message" text={system} />
        <Message title="What it was given" label="User message" text={user} />
        <Message title="What came back" label="Answer" text={text} />
      </div>
    </details>
  )
}
