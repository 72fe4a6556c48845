import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'

/** Placeholder while the shared lexical rules are on their way. */
export async function verdictsByRules(_input: StepInput, _tools: StepTools): Promise<StepOutput> {
  return {}
}
