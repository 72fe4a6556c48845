import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { factStage } from './fact-stage'
import { judgeStage } from './judge-stage'

/** Browser-safe part; prompts and formats stay out. */
export const factorGenerationWork: ProtocolWork = {
  id: 'factor-generation',
  domains: {},
  present: (content) => {
    const { prefix, completion, contradiction } = contentOf(content)
    return [
      { title: 'Text so far', text: prefix },
      { title: 'True completion', text: completion },
      { title: 'Contradiction', text: contradiction },
    ]
  },
  stages: [factStage, judgeStage],
}
