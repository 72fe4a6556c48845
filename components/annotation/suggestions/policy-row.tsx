'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { policyKinds, type QuestionPolicy } from '@/lib/annotation/suggestions/contract'
import { type Draft, draftProblem } from './policy-draft'
import { ARM_FIELDS, POLICY_TEXT, policyInWords } from './policy-text'

interface PolicyRowProps {
  question: QuestionPolicy
  draft: Draft
  mayChange: boolean
  onChange: (draft: Draft) => void
}

const OPTIONS = policyKinds.map((value) => ({ value, label: POLICY_TEXT[value] }))

/** What annotators are shown of the suggestions for one question. */
export function PolicyRow({ question, draft, mayChange, onChange }: PolicyRowProps) {
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
