import type { Manifest } from '@/lib/protocols/manifest'
import { factorValidation } from './factor-validation'
import { factorValidationWork } from './work'

export const manifest: Manifest = {
  order: 6,
  work: factorValidationWork,
  definition: factorValidation,
  pipeline: () => import('./prefill').then(({ factorValidationPipeline }) => factorValidationPipeline),
  scoring: () => import('./evaluation').then(({ factorValidationEvaluations }) => factorValidationEvaluations),
  samples: () => import('./sample-records').then(({ quirkyRecords }) => quirkyRecords),
  practice: () => import('./practice').then(({ factorValidationPractice }) => factorValidationPractice),
}
