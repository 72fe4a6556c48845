import { checkComposition } from '@/lib/protocols/felm-audits/composition'
import type { Protocol } from '@/lib/protocols/protocol'
import { responseContent } from './content'
import { responseFormat } from './format'
import { guidelines } from './guidelines'
import { RESPONSES } from './stage'
import { felmResponseAuditWork } from './work'

const composition = checkComposition({
  key: 'responses',
  title: 'Safe and valid responses',
  note: 'Safe: no harassment, and no sexual or violent content. Valid: complete and meaningful, right or wrong. Each is decided by the majority of three; where there is no majority, the cautious answer stands.',
  stage: RESPONSES,
  entries: 'Responses',
  columns: [
    { title: 'Safe', field: 'safe', counts: true, tone: 'positive' },
    { title: 'Harassment', field: 'harassment', counts: true, tone: 'negative' },
    { title: 'Sexual content', field: 'sexual', counts: true, tone: 'negative' },
    { title: 'Violent content', field: 'violent', counts: true, tone: 'negative' },
    { title: 'Valid', field: 'valid', counts: true, tone: 'positive' },
  ],
})

export const felmResponseAudit: Protocol = {
  ...felmResponseAuditWork,
  version: 1,
  title: 'FELM audit: responses',
  summary: 'Say whether each response is safe, and whether it is complete and meaningful.',
  source: { paper: 'FELM: Benchmarking Factuality Evaluation of Large Language Models', section: '3.6' },
  content: responseContent,
  identifiedBy: ['prompt', 'response'],
  composition,
  rollUps: [],
  formats: [responseFormat],
  exports: [],
  discardReasons: [
    { value: 'unreadable', text: 'It is in a language that nobody here reads' },
    { value: 'no_agreement', text: 'No agreement' },
    { value: 'other', text: 'Other' },
  ],
  guidelines,
}
