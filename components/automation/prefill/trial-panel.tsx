'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FlaskConical, Search } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { SkeletonText } from '@/components/ui/skeleton'
import type { RunTarget } from '@/lib/automation/prefill/contract'
import { useTryStep } from '@/lib/automation/prefill/hooks'
import { FAILURE_TEXT, moneyText } from '@/lib/automation/prefill/rules'
import type { StepView } from '@/lib/automation/prefill/settings/contract'
import type { tryStepEndpoint } from '@/lib/automation/prefill/trials/contract'
import type { Result } from '@/lib/platform/api/endpoint'
import type { Question } from '@/lib/protocols/protocol'
import { counted } from '@/lib/text/counted'
import type { ItemsFilter, ItemsQueryInput } from '@/lib/workspace/items/contract'
import { itemsQuery } from '@/lib/workspace/items/hooks'
import { NoteList } from './note-value'
import { numbered } from './numbered'
import type { StepPlan } from './plan'
import { Message } from './prompt-list'
import { ProposalValue } from './proposal-value'

type Trial = Result<typeof tryStepEndpoint>

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
function TrialResult({ trial, steps, questions }: TrialResultProps) {
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
        <Message title="Instructions to the model" label="System message" text={system} />
        <Message title="Input for the model" label="User message" text={user} />
        <Message title="What came back" label="Answer" text={text} />
      </div>
    </details>
  )
}

/** Items offered at a time; a search narrows them down. */
const OFFERED = 6

interface ItemPickerProps {
  projectId: string
  /** Only items that are so. */
  among?: ItemsQueryInput
  value: string | null
  onChange: (itemId: string) => void
}

/** Chooses one item by its number or by words of it. */
function ItemPicker({ projectId, among = {}, value, onChange }: ItemPickerProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const words = /^[1-9]\d{0,8}$/.test(asked) ? { ids: asked } : asked === '' ? {} : { q: asked }
  const query = itemsQuery(projectId, { ...among, ...words })
  const { data, error, isPending } = useQuery({ ...query, placeholderData: keepPreviousData })
  const search = () => setAsked(typed.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter is its own.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    search()
  }
  return (
    <div className="space-y-3">
      <Field label="Find an item" hint="Its number, or words of it.">
        <div className="flex gap-2">
          <SearchInput value={typed} onChange={setTyped} onKeyDown={onKeyDown} />
          <Button size="icon" aria-label="Search items" onClick={search}>
            <Search aria-hidden className="size-4" />
          </Button>
        </div>
      </Field>
      {error ? (
        <Callout tone="danger" title="The items could not be searched">
          {error.message}
        </Callout>
      ) : null}
      {isPending ? <SkeletonText label="Loading items" /> : null}
      {data && data.items.length === 0 ? (
        <p className="text-muted text-sm">No item matches. Search for another.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <RadioGroup
          label="Item"
          options={data.items.slice(0, OFFERED).map((item) => ({
            value: item.id,
            label: (
              <span className="wrap-anywhere line-clamp-2">
                {item.position}. <bdi>{item.title || 'Untitled'}</bdi>
              </span>
            ),
          }))}
          value={value}
          onValueChange={onChange}
        />
      ) : null}
    </div>
  )
}

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchInput({ value, onChange, onKeyDown }: SearchInputProps) {
  return (
    <Input
      type="search"
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface TrialPanelProps {
  projectId: string
  stage: string
  on: RunTarget
  /** Items that somebody chose for the run. */
  among?: ItemsFilter
  /** The steps that are on, as they would be sent. */
  plan: readonly StepPlan[]
  isFine: boolean
  steps: readonly StepView[]
  /** Those of the stage, which give proposals their words. */
  questions: readonly Question[]
  /** Several models are named: only the first is tried. */
  firstModel: string | null
  /** 0 where kept answers hide what the item would cost. */
  onCost: (micro: number) => void
}

/** The plan tried on one item: what would be proposed, what was asked for it, what it cost. */
export function TrialPanel({
  projectId,
  stage,
  on,
  among = {},
  plan,
  isFine,
  steps,
  questions,
  firstModel,
  onCost,
}: TrialPanelProps) {
  const trial = useTryStep(projectId)
  const [itemId, setItemId] = useState<string | null>(null)
  const start = () => {
    if (itemId === null || !isFine) return
    trial.mutate({ itemId, stage, on, steps: [...plan] }, { onSuccess: ({ asked }) => onCost(priceOf(asked)) })
  }
  return (
    <Panel
      title="Try on one item"
      description={`Nothing is proposed to anybody yet. Calls to models are charged. Their answers are kept, so that a run does not pay for them again.${firstModel ? ` Of the models, ${firstModel} is asked.` : ''}`}
    >
      <div className="space-y-4">
        <ItemPicker
          projectId={projectId}
          among={on === 'gold' ? { stage, state: on } : among}
          value={itemId}
          onChange={setItemId}
        />
        <Button
          icon={<FlaskConical aria-hidden className="size-4" />}
          loading={trial.isPending}
          disabled={itemId === null || !isFine}
          onClick={start}
        >
          Try it
        </Button>
        {trial.isPending ? (
          <p role="status" className="text-muted text-sm">
            The steps are at work on the item; models may take a minute.
          </p>
        ) : null}
        {trial.error ? (
          <div ref={bringIntoView}>
            <Callout tone="danger" title="The trial did not run">
              {trial.error.message}
            </Callout>
          </div>
        ) : null}
        {trial.data && !trial.isPending ? <TrialResult trial={trial.data} steps={steps} questions={questions} /> : null}
      </div>
    </Panel>
  )
}

/** The bar at the foot of the page would cover it. */
const bringIntoView = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' })

const priceOf = (modelQuestions: Trial['asked']) =>
  modelQuestions.some(({ cached }) => cached) ? 0 : modelQuestions.reduce((sum, { costMicro }) => sum + costMicro, 0)
