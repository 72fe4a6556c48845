import { domainTexts } from '@/lib/protocols/felm/content'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { responsesStage } from './stage'

/** Browser-safe part; prompts and formats stay out. */
export const felmResponseAuditWork: ProtocolWork = {
  id: 'felm-response-audit',
  domains: domainTexts,
  present: (content) => {
    const { prompt, response } = contentOf(content)
    return [
      { title: 'Prompt', text: prompt },
      { title: 'Response', text: response },
    ]
  },
  stages: [responsesStage],
}
