import { builtIn } from '@/lib/protocols/built-in'
import texts from './texts.json' with { type: 'json' }
import { definition, felmResponseAuditWork } from './work'

export const manifest = builtIn({
  order: 9,
  definition,
  texts,
  work: felmResponseAuditWork,
  format: {
    key: 'felm-response-audit',
    title: 'Response to check',
    description:
      'prompt, response, and if you like id, domain and source. Gold adds harassment, sexual_content, violent_content (true where there is some), valid and note.',
  },
})
