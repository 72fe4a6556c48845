'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { toast } from '@/components/ui/toast'
import { SettingsError } from '@/components/workspace/projects/settings-error'
import {
  type Policies,
  type PolicyKind,
  type PolicySetting,
  policyKinds,
  type QuestionPolicy,
  type Shares,
  sharesSchema,
} from '@/lib/annotation/suggestions/contract'
import { fetchPolicies, useSetPolicies } from '@/lib/annotation/suggestions/hooks'

/** Policies while they are being chosen: which differ from what is set, and what is wrong with them. */
interface Draft {
  policy: PolicyKind
  /** Kept while another policy is chosen, so that nothing typed is lost. */
  shares: Shares
}

/** What chance starts from: half of the annotations see nothing. */
const HALF: Shares = { shown: 50, hidden: 0, none: 50 }

const draftOf = ({ policy, shares }: Pick<QuestionPolicy, 'policy' | 'shares'>): Draft => ({
  policy,
  shares: shares ?? HALF,
})

const policyKey = (stage: string, { unitKind, question }: Pick<QuestionPolicy, 'unitKind' | 'question'>) =>
  `${stage} ${unitKind} ${question}`

const sameShares = (one: Shares, other: Shares | null) =>
  other !== null && one.shown === other.shown && one.hidden === other.hidden && one.none === other.none

function isChanged(question: QuestionPolicy, draft: Draft): boolean {
  if (draft.policy !== question.policy) return true
  return draft.policy === 'randomised' && !sameShares(draft.shares, question.shares)
}

/** What keeps it from being saved, in a sentence; null when nothing does. */
function draftProblem({ policy, shares }: Draft): string | null {
  if (policy !== 'randomised') return null
  const checked = sharesSchema.safeParse(shares)
  if (checked.success) return null
  const isWhole = Object.values(shares).every((share) => Number.isInteger(share) && share >= 0 && share <= 100)
  return isWhole ? (checked.error.issues[0]?.message ?? null) : 'Write a whole number from 0 to 100 in each field.'
}

function settingOf(stage: string, before: QuestionPolicy, draft: Draft): PolicySetting {
  const { unitKind, question, policy, shares } = before
  const name = { stage, unitKind, question, seen: { policy, shares } }
  return draft.policy === 'randomised'
    ? { ...name, policy: 'randomised', shares: draft.shares }
    : { ...name, policy: draft.policy }
}

const POLICY_TEXT: Readonly<Record<PolicyKind, string>> = {
  shown: 'Shown',
  hidden: 'Hidden until answered',
  none: 'None',
  randomised: 'Randomised',
}

const ARM_FIELDS: readonly { arm: keyof Shares; text: string }[] = [
  { arm: 'shown', text: 'Shown' },
  { arm: 'hidden', text: 'Hidden until answered' },
  { arm: 'none', text: 'None' },
]

/** "Randomised: 50% shown, 50% none". */
function policyInWords(policy: PolicyKind, shares: Shares | null): string {
  if (policy !== 'randomised' || !shares) return POLICY_TEXT[policy]
  const parts = ARM_FIELDS.filter(({ arm }) => shares[arm] > 0).map(
    ({ arm, text }) => `${shares[arm]}% ${text.toLowerCase()}`,
  )
  return `${POLICY_TEXT.randomised}: ${parts.join(', ')}`
}

interface PolicyRowProps {
  question: QuestionPolicy
  draft: Draft
  mayChange: boolean
  onChange: (draft: Draft) => void
}

const OPTIONS = policyKinds.map((value) => ({ value, label: POLICY_TEXT[value] }))

/** What annotators are shown of the suggestions for one question. */
function PolicyRow({ question, draft, mayChange, onChange }: PolicyRowProps) {
  const { title, unitText, covers, suggestions } = question
  return (
    <li className="space-y-3 border-line border-t py-4 first:border-t-0 first:pt-0">
      <div>
        <h3 className="font-medium">
          {title} <span className="font-normal text-muted text-sm">of each {unitText.toLowerCase()}</span>
        </h3>
        <p className="text-muted text-sm">
          {suggestions === 1 ? '1 suggestion' : `${suggestions.toLocaleString('en')} suggestions`} so far.
          {covers.length > 0 ? ` Holds for its entries too: ${covers.join(', ')}.` : null}
        </p>
      </div>
      {mayChange ? (
        <>
          <SegmentedControl
            label={`Suggestions for ${title} of each ${unitText.toLowerCase()}`}
            options={OPTIONS}
            value={draft.policy}
            onValueChange={(policy) => onChange({ ...draft, policy })}
          />
          {draft.policy === 'randomised' ? <SharesFields draft={draft} onChange={onChange} /> : null}
        </>
      ) : (
        <p className="text-sm">{policyInWords(question.policy, question.shares)}</p>
      )}
    </li>
  )
}

function SharesFields({ draft, onChange }: Pick<PolicyRowProps, 'draft' | 'onChange'>) {
  const problem = draftProblem(draft)
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-4">
        {ARM_FIELDS.map(({ arm, text }) => (
          <Field key={arm} label={`${text}, percent`} className="w-44">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={100}
              value={Number.isNaN(draft.shares[arm]) ? '' : draft.shares[arm]}
              onChange={(event) =>
                onChange({ ...draft, shares: { ...draft.shares, [arm]: event.target.valueAsNumber } })
              }
            />
          </Field>
        ))}
      </div>
      {problem ? (
        <p role="alert" className="text-negative-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

/** What annotators are shown of suggestions, question by question. */
export function PoliciesView({ projectId, initialData }: { projectId: string; initialData: Policies }) {
  const [policies, setPolicies] = useState(initialData)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const save = useSetPolicies(projectId)
  const rows = policies.stages.flatMap(({ key: stage, questions }) =>
    questions.map((question) => {
      const key = policyKey(stage, question)
      return { stage, question, key, draft: drafts[key] ?? draftOf(question) }
    }),
  )
  const changed = rows.filter(({ question, draft }) => isChanged(question, draft))
  const isWrong = changed.some(({ draft }) => draftProblem(draft) !== null)
  const fill = (fresh: Policies) => {
    setPolicies(fresh)
    setDrafts({})
  }
  const reload = async () => {
    fill(await fetchPolicies(projectId))
    save.reset()
  }
  const submit = () =>
    save.mutate(
      changed.map(({ stage, question, draft }) => settingOf(stage, question, draft)),
      {
        onSuccess: (fresh) => {
          fill(fresh)
          toast.success('Saved', { description: 'It holds for annotations begun from now on.' })
        },
      },
    )
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Policies"
        description="What annotators are shown of the suggestions for each question. A policy holds for annotations begun from now on; those that have begun keep to theirs."
        actions={
          <ButtonLink href={`/projects/${projectId}/prefill/anchoring`}>What suggestions do to the labels</ButtonLink>
        }
      />
      <div className="space-y-6">
        <Explanation />
        {policies.stages.length === 0 ? (
          <EmptyState title="This protocol asks nothing">There is nothing to set here.</EmptyState>
        ) : null}
        {policies.stages.map((stage) => (
          <Panel key={stage.key} title={stage.title}>
            <ul>
              {rows
                .filter((row) => row.stage === stage.key)
                .map(({ key, question, draft }) => (
                  <PolicyRow
                    key={key}
                    question={question}
                    draft={draft}
                    mayChange={policies.abilities.change}
                    onChange={(next) => setDrafts((before) => ({ ...before, [key]: next }))}
                  />
                ))}
            </ul>
          </Panel>
        ))}
        <SettingsError error={save.error} onReload={() => void reload()} />
        {policies.abilities.change ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              onClick={submit}
              loading={save.isPending}
              disabled={changed.length === 0 || isWrong}
            >
              Save
            </Button>
            <p className="text-muted text-sm" role="status">
              {changed.length === 0 ? 'Nothing is changed.' : `${changed.length} changed, not saved yet.`}
            </p>
          </div>
        ) : (
          <p className="text-muted text-sm">Only managers can change policies, and only while the project is in use.</p>
        )}
      </div>
    </>
  )
}

function Explanation() {
  return (
    <ul className="max-w-prose list-disc space-y-1 ps-5 text-sm">
      <li>Shown: annotators see suggestions at once. This is the fastest, but draws answers towards the suggestion.</li>
      <li>
        Hidden until answered: annotators see a suggestion once they have answered, and may still change their answer.
      </li>
      <li>None: annotators never see one.</li>
      <li>
        Randomised: each annotation gets one of the three at random, by the shares you set. Only this tells what showing
        suggestions does to the labels.
      </li>
      <li>
        A suggestion that is shown may give away one that is not: a reason for an error tells what the label was. Where
        questions imply each other, withhold them together.
      </li>
    </ul>
  )
}
