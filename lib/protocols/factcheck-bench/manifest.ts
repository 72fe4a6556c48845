import type { Manifest } from '@/lib/protocols/manifest'
import { factcheckBench } from './factcheck-bench'
import { factcheckBenchWork } from './work'

export const manifest: Manifest = {
  order: 2,
  work: factcheckBenchWork,
  definition: factcheckBench,
  pipeline: () => import('./prefill').then(({ factcheckBenchPipeline }) => factcheckBenchPipeline),
  scoring: () => import('./evaluation').then(({ factcheckBenchEvaluations }) => factcheckBenchEvaluations),
  samples: () => import('./formats/sample-documents').then(({ sampleDocuments }) => sampleDocuments),
  practice: () => import('./practice').then(({ factcheckBenchPractice }) => factcheckBenchPractice),
}
