import { builtIn } from '@/lib/protocols/built-in'
import { PUBLISHED_FIELDS } from '@/lib/protocols/factor-validation/formats/row'
import type { RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { composition } from './composition'
import { factorGenerationContent } from './content'
import { linter } from './lint'
import { readPair, readRow } from './read'
import rows from './rows.json' with { type: 'json' }
import texts from './texts.json' with { type: 'json' }
import { definition, factorGenerationWork } from './work'
import { writePair } from './write'

const pairFormat: RecordFormat = {
  key: 'factor-generation',
  title: 'Pair with continuations',
  description:
    'prefix, completion, contradiction, and if you like id, set, error_type, models (model, group or logprobs, right_share) and continuations (model, sample, text). Gold adds fact and the judgement of each continuation.',
  fields: [
    'id',
    'set',
    'prefix',
    'completion',
    'contradiction',
    'error_type',
    'fact',
    'no_single_fact',
    'why',
    'comment',
    ...['model', 'group', 'logprobs', 'right_share'].map((name) => ['models', '*', name]),
    ...['model', 'group', 'sample', 'text', 'judgement'].map((name) => ['continuations', '*', name]),
  ],
  recognises: (record) => isJsonRecord(record) && 'contradiction' in record && 'completion' in record,
  read: readPair,
  write: writePair,
}

const rowFormat: RecordFormat = {
  key: 'factor-csv',
  title: 'Row of a FACTOR file',
  description:
    'full_prefix, completion, contradiction_0 to contradiction_2, and chosen: which contradiction (0, 1 or 2) is meant, the first when left out. Gold is written as a pair with continuations.',
  fields: [...PUBLISHED_FIELDS, 'contradiction_0', 'contradiction_1', 'contradiction_2', 'chosen'],
  recognises: (record) => isJsonRecord(record) && 'full_prefix' in record && 'contradiction_0' in record,
  read: readRow,
  write: writePair,
}

export const manifest = builtIn({
  order: 7,
  definition,
  texts,
  work: factorGenerationWork,
  own: () => ({
    content: factorGenerationContent,
    identifiedBy: ['prefix', 'completion', 'contradiction', 'continuations'],
    composition,
    linter,
    formats: [pairFormat, rowFormat],
  }),
  otherSamples: rows,
  pipeline: () => import('./prefill').then(({ factorGenerationPipeline }) => factorGenerationPipeline),
})
