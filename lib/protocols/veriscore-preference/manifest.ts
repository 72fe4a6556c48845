import { builtIn } from '@/lib/protocols/built-in'
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { OwnColumns } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { preferenceContent } from './content'
import { formats, OWN_FIELDS } from './formats'
import texts from './texts.json' with { type: 'json' }
import { definition, veriscorePreferenceWork } from './work'

const columns: OwnColumns = {
  format: 'texts',
  reads: OWN_FIELDS,
  fields: [
    {
      ...promptField,
      key: 'question',
      title: 'Question',
      headings: [['prompt', 'earlier messages'], ...promptField.headings.slice(1)],
    },
    { ...responseField, key: 'text', title: 'Text', headings: [['response'], ...responseField.headings] },
    idField,
    domainField,
    sourceField,
    modelField,
  ],
}

export const manifest = builtIn({
  order: 4,
  definition,
  texts,
  work: veriscorePreferenceWork,
  own: () => ({
    content: preferenceContent,
    identifiedBy: ['text', 'question', 'variant', 'methods', 'lists'],
    composition,
    formats,
    columns,
  }),
  pipeline: () => import('./prefill').then(({ veriscorePreferencePipeline }) => veriscorePreferencePipeline),
  scoring: () => import('./evaluation').then(({ veriscorePreferenceEvaluations }) => veriscorePreferenceEvaluations),
})
