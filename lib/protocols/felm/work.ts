import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf, domainTexts } from './content'
import { segmentsStage } from './stage'

/** Browser-safe part; prompts and formats stay out. */
export const felmWork: ProtocolWork = {
  id: 'felm',
  domains: domainTexts,
  present: (content) => {
    const { prompt, response } = contentOf(content)
    return [
      { title: 'Prompt', text: prompt },
      { title: 'Response', text: response },
    ]
  },
  stages: [segmentsStage],
}
