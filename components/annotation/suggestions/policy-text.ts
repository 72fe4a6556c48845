import type { PolicyKind, Shares } from '@/lib/annotation/suggestions/contract'

export const POLICY_TEXT: Readonly<Record<PolicyKind, string>> = {
  shown: 'Shown',
  hidden: 'Hidden until answered',
  none: 'None',
  randomised: 'Randomised',
}

export const ARM_FIELDS: readonly { arm: keyof Shares; text: string }[] = [
  { arm: 'shown', text: 'Shown' },
  { arm: 'hidden', text: 'Hidden until answered' },
  { arm: 'none', text: 'None' },
]

/** "Randomised: 50% shown, 50% none". */
export function policyInWords(policy: PolicyKind, shares: Shares | null): string {
  if (policy !== 'randomised' || !shares) return POLICY_TEXT[policy]
  const parts = ARM_FIELDS.filter(({ arm }) => shares[arm] > 0).map(
    ({ arm, text }) => `${shares[arm]}% ${text.toLowerCase()}`,
  )
  return `${POLICY_TEXT.randomised}: ${parts.join(', ')}`
}
