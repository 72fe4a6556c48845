import type { Manifest } from '@/lib/protocols/manifest'
import { factcheckBenchRevision } from './factcheck-bench-revision'
import { factcheckBenchRevisionWork } from './work'

export const manifest: Manifest = {
  order: 5,
  work: factcheckBenchRevisionWork,
  definition: factcheckBenchRevision,
  pipeline: () => import('./prefill').then(({ factcheckBenchRevisionPipeline }) => factcheckBenchRevisionPipeline),
  scoring: () =>
    import('./evaluation').then(({ factcheckBenchRevisionEvaluations }) => factcheckBenchRevisionEvaluations),
  samples: () => import('./sample-records').then(({ revisionRecords }) => revisionRecords),
  practice: () => import('./practice').then(({ factcheckBenchRevisionPractice }) => factcheckBenchRevisionPractice),
}
