import type { ProtocolWork } from '@/lib/protocols/protocol'
import { shownText } from './shown-text'
import { validateStage } from './stage'
import { exampleOf } from './units'

/** Browser-safe part; prompts and formats stay out. */
export const factorValidationWork: ProtocolWork = {
  id: 'factor-validation',
  domains: {},
  present: (content) => {
    const { prefix, completion } = exampleOf(content)
    if (completion === null) return [{ title: 'Document', text: prefix }]
    return [
      { title: 'Prefix', text: prefix },
      { title: 'True completion', text: shownText(completion) },
    ]
  },
  stages: [validateStage],
}
