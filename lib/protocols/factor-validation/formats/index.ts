import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import type { ExportFormat, RecordFormat } from '@/lib/protocols/protocol'
import { ANSWER_FIELDS, isAnswersRecord, readAnswersRecord } from './answers-record'
import { isDocument, readDocument } from './document'
import { CONTRADICTION, isRow, isTextRow, PUBLISHED_FIELDS, readRow } from './row'
import { writeAnswersRecord, writePassed, writeRow, writeTextRow, writeValidatedRow } from './write'

const COLUMNS =
  'full_prefix, completion, contradiction_0 to contradiction_2, doc_id, longest_completions, turncated_prefixes and, if you like, set'

const ROW_FIELDS = [...PUBLISHED_FIELDS, CONTRADICTION, 'id', /^error_type_\d+$/]

export const formats: readonly [RecordFormat, ...RecordFormat[]] = [
  {
    key: 'factor-csv',
    title: 'FACTOR CSV',
    description: `The published files: ${COLUMNS}. The first column may be without a name. Gold keeps every contradiction, whatever was judged of it.`,
    fields: ROW_FIELDS,
    recognises: isTextRow,
    read: readRow,
    write: writeTextRow,
    csv: true,
  },
  {
    key: 'factor-jsonl',
    title: 'FACTOR rows as JSON',
    description: `The same columns as fields: ${COLUMNS}.`,
    fields: ROW_FIELDS,
    recognises: isRow,
    read: readRow,
    write: writeRow,
  },
  {
    key: 'factor-answers',
    title: 'Contradictions with answers',
    description:
      'prefix, completion, and contradictions with text, edit, asked_type, scores and, where judged, non_factual, fluent, self_consistent and error_type.',
    fields: [
      'prefix',
      'completion',
      'set',
      'doc_id',
      'id',
      'title',
      ...['text', 'edit', 'asked_type', 'scores', ...Object.values(ANSWER_FIELDS)].map((name) => [
        'contradictions',
        '*',
        name,
      ]),
    ],
    recognises: isAnswersRecord,
    read: readAnswersRecord,
    write: writeAnswersRecord,
  },
  {
    key: 'document',
    title: 'Document for the builder',
    description:
      'text (or document) and, if you like, title, id and set. The builder chooses the completion and writes the contradictions.',
    fields: ['text', 'document', 'title', 'id', 'set'],
    recognises: isDocument,
    read: readDocument,
    write: null,
  },
]

export const exports: readonly ExportFormat[] = [
  {
    key: 'factor-validated',
    title: 'FACTOR CSV, validated',
    description:
      'Only examples of which at least three contradictions are non-factual, fluent and self-consistent, with the first three of these; error_type_0 to error_type_2 say what each changes.',
    stage: VALIDATE,
    csv: true,
    write: writeValidatedRow,
  },
  {
    key: 'factor-passed',
    title: 'Contradictions that passed',
    description:
      'Of every example the contradictions that are non-factual, fluent and self-consistent, with their error type and edit distance in words; examples without any are left out.',
    stage: VALIDATE,
    write: writePassed,
  },
]
