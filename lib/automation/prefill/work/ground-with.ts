import 'server-only'
import type { StepOutput } from '@/lib/protocols/prefill'
import { mergeEvidence } from '@/lib/workspace/tasks/found-evidence'
import { derivedUnits } from '@/lib/workspace/tasks/refresh-units'
import type { WorkedTask } from './load-ground'
import type { Ground } from './run-steps'

/** What later steps would start from if evidence and segments were taken over: nothing of it is kept with the item. */
export function groundWith({ stage, staged, ground }: WorkedTask, { evidence = [], segments }: StepOutput): Ground {
  const content = mergeEvidence({ ...staged, item: { content: ground.content } }, evidence)
  return { ...ground, content, units: derivedUnits(stage, content, ground.units, ground.earlier, segments) }
}
