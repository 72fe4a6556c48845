import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { decomposeStage } from './decompose'
import { mergeStage } from './merge'
import { verifyStage } from './verify'

/** Browser-safe part; prompts and formats stay out. */
export const factcheckBenchWork: ProtocolWork = {
  id: 'factcheck-bench',
  domains: {},
  present: (content) => {
    const { prompt, response } = contentOf(content)
    return [
      { title: 'Prompt', text: prompt },
      { title: 'Response', text: response },
    ]
  },
  stages: [decomposeStage, verifyStage, mergeStage],
}
