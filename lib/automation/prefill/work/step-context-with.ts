import 'server-only'
import type { StepOutput } from '@/lib/protocols/prefill'
import { mergeEvidence } from '@/lib/workspace/tasks/found-evidence'
import { derivedUnits } from '@/lib/workspace/tasks/refresh-units'
import type { WorkedTask } from './load-worked-task'
import type { StepContext } from './run-steps'

/** What later steps would start from if evidence and segments were taken over: nothing of it is kept with the item. */
export async function stepContextWith(
  { stage, staged, stepContext }: WorkedTask,
  { evidence = [], segments }: StepOutput,
): Promise<StepContext> {
  const content = await mergeEvidence({ ...staged, item: { content: stepContext.content } }, evidence)
  return {
    ...stepContext,
    content,
    units: derivedUnits(stage, content, stepContext.units, stepContext.earlier, segments),
  }
}
