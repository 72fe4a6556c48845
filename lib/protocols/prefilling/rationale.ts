import type { Proposal } from '@/lib/protocols/prefill'

/** The reason of a proposal as a model gave it; nothing where it gave none. */
export function rationaleOf(reason: string | null | undefined): Pick<Proposal, 'rationale'> {
  const rationale = reason?.trim()
  return rationale ? { rationale } : {}
}
