import { checkComposition } from '@/lib/protocols/felm-audits/composition'
import type { Protocol } from '@/lib/protocols/protocol'
import { referenceContent } from './content'
import { referenceFormat } from './format'
import { guidelines } from './guidelines'
import { REFERENCES } from './stage'
import { felmReferenceAuditWork } from './work'

const composition = checkComposition({
  key: 'references',
  title: 'Reliable references',
  note: 'A reference is reliable when it is free of misinformation and of rumour. FELM found all 100 that it checked reliable.',
  stage: REFERENCES,
  entries: 'References',
  columns: [
    { title: 'Reliable', field: 'reliable', counts: true, tone: 'positive' },
    { title: 'Misinformation', field: 'freeOfMisinformation', counts: false, tone: 'negative' },
    { title: 'Rumour', field: 'freeOfRumour', counts: false, tone: 'negative' },
  ],
})

export const felmReferenceAudit: Protocol = {
  ...felmReferenceAuditWork,
  version: 1,
  title: 'FELM audit: references',
  summary: 'Say whether each reference link is free of misinformation and rumour.',
  source: { paper: 'FELM: Benchmarking Factuality Evaluation of Large Language Models', section: '3.6' },
  content: referenceContent,
  identifiedBy: ['prompt', 'response', 'url', 'about', 'segments'],
  composition,
  rollUps: [],
  formats: [referenceFormat],
  exports: [],
  discardReasons: [
    { value: 'unreachable', text: 'The page cannot be opened any more' },
    { value: 'no_reference', text: 'It is not a reference: a search, a sign-in, an error page' },
    { value: 'other', text: 'Other' },
  ],
  guidelines,
}
