/** Policies while they are being chosen: which differ from what is set, and what is wrong with them. */
import {
  type PolicyKind,
  type PolicySetting,
  type QuestionPolicy,
  type Shares,
  sharesSchema,
} from '@/lib/annotation/suggestions/contract'

export interface Draft {
  policy: PolicyKind
  /** Kept while another policy is chosen, so that nothing typed is lost. */
  shares: Shares
}

/** What chance starts from: half of the annotations see nothing. */
const HALF: Shares = { shown: 50, hidden: 0, none: 50 }

export const draftOf = ({ policy, shares }: Pick<QuestionPolicy, 'policy' | 'shares'>): Draft => ({
  policy,
  shares: shares ?? HALF,
})

export const policyKey = (stage: string, { unitKind, question }: Pick<QuestionPolicy, 'unitKind' | 'question'>) =>
  `${stage} ${unitKind} ${question}`

const sameShares = (one: Shares, other: Shares | null) =>
  other !== null && one.shown === other.shown && one.hidden === other.hidden && one.none === other.none

export function isChanged(question: QuestionPolicy, draft: Draft): boolean {
  if (draft.policy !== question.policy) return true
  return draft.policy === 'randomised' && !sameShares(draft.shares, question.shares)
}

/** What keeps it from being saved, in a sentence; null when nothing does. */
export function draftProblem({ policy, shares }: Draft): string | null {
  if (policy !== 'randomised') return null
  const checked = sharesSchema.safeParse(shares)
  if (checked.success) return null
  const isWhole = Object.values(shares).every((share) => Number.isInteger(share) && share >= 0 && share <= 100)
  return isWhole ? (checked.error.issues[0]?.message ?? null) : 'Write a whole number from 0 to 100 in each field.'
}

export function settingOf(stage: string, before: QuestionPolicy, draft: Draft): PolicySetting {
  const { unitKind, question, policy, shares } = before
  const name = { stage, unitKind, question, seen: { policy, shares } }
  return draft.policy === 'randomised'
    ? { ...name, policy: 'randomised', shares: draft.shares }
    : { ...name, policy: draft.policy }
}
