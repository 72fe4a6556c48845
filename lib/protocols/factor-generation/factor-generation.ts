/** FACTOR's study of generated text: does a model that knows a fact also write it (FACTOR 6)? */
import type { Protocol, RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { composition } from './composition'
import { factorGenerationContent } from './content'
import { guidelines } from './guidelines'
import { linter } from './lint'
import { discardReasons } from './options'
import { readPair, readRow } from './read'
import { factorGenerationWork } from './work'
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
  fields: [
    '',
    'doc_id',
    'set',
    'full_prefix',
    'completion',
    'contradiction_0',
    'contradiction_1',
    'contradiction_2',
    'chosen',
    'longest_completions',
    'turncated_prefixes',
    'context',
    'Unnamed: 0',
  ],
  recognises: (record) => isJsonRecord(record) && 'full_prefix' in record && 'contradiction_0' in record,
  read: readRow,
  write: writePair,
}

export const factorGeneration: Protocol = {
  ...factorGenerationWork,
  version: 1,
  title: 'FACTOR: generated text against a fact',
  summary: 'Write the fact that a contradiction changes, then judge whether texts that models wrote state it.',
  source: { paper: 'Generating Benchmarks for Factuality Evaluation of Language Models', section: '6' },
  content: factorGenerationContent,
  identifiedBy: ['prefix', 'completion', 'contradiction', 'continuations'],
  composition,
  rollUps: [],
  linter,
  formats: [pairFormat, rowFormat],
  exports: [],
  discardReasons,
  guidelines,
}
