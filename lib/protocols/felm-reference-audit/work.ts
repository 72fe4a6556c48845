import { domainTexts } from '@/lib/protocols/felm/content'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { referencesStage } from './stage'

/** Browser-safe part; prompts and formats stay out. */
export const felmReferenceAuditWork: ProtocolWork = {
  id: 'felm-reference-audit',
  domains: domainTexts,
  present: (content) => {
    const { url, about, segments, prompt, response } = contentOf(content)
    return [
      { title: 'Reference', text: about === null ? url : `${url}\n${about}` },
      ...(segments.length === 0 ? [] : [{ title: 'Given for', text: segments.map((text) => text.trim()).join('\n') }]),
      { title: 'Prompt', text: prompt },
      { title: 'Response', text: response },
    ]
  },
  stages: [referencesStage],
}
