import { builtIn } from '@/lib/protocols/built-in'
import { domainField, idField, modelField, promptField, responseField, sourceField } from '@/lib/protocols/own-columns'
import type { OwnColumns } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { revisionContent } from './content'
import { formats, OWN_FIELDS } from './formats'
import settings from './settings.json' with { type: 'json' }
import texts from './texts.json' with { type: 'json' }
import { definition, factcheckBenchRevisionWork } from './work'

const columns: OwnColumns = {
  format: 'responses',
  reads: OWN_FIELDS,
  fields: [
    { ...promptField, required: true },
    responseField,
    {
      key: 'claims',
      title: 'True claims',
      required: false,
      form: 'list',
      headings: [['claim list', 'true claims', 'facts']],
    },
    idField,
    domainField,
    sourceField,
    modelField,
  ],
}

export const manifest = builtIn({
  order: 5,
  definition,
  texts,
  work: factcheckBenchRevisionWork,
  own: () => ({
    content: revisionContent,
    identifiedBy: ['prompt', 'response', 'methods', 'revisions'],
    composition,
    formats,
    columns,
  }),
  otherSamples: settings,
  pipeline: () => import('./prefill').then(({ factcheckBenchRevisionPipeline }) => factcheckBenchRevisionPipeline),
  scoring: () =>
    import('./evaluation').then(({ factcheckBenchRevisionEvaluations }) => factcheckBenchRevisionEvaluations),
})
