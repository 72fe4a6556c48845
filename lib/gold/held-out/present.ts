import type { HeldOutSubmission } from '@/generated/prisma/client'
import type { SubmissionView } from './contract'

export const presentSubmission = ({
  id,
  release,
  system,
  sha256,
  score,
  submittedAt,
}: HeldOutSubmission & { release: { number: number } }): SubmissionView => ({
  id,
  release: release.number,
  system,
  sha256,
  score,
  submittedAt: submittedAt.toISOString(),
})
