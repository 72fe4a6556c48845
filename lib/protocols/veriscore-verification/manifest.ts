import type { Manifest } from '@/lib/protocols/manifest'
import { veriscoreVerification } from './veriscore-verification'
import { veriscoreVerificationWork } from './work'

export const manifest: Manifest = {
  order: 3,
  work: veriscoreVerificationWork,
  definition: veriscoreVerification,
  pipeline: () => import('./prefill').then(({ veriscoreVerificationPipeline }) => veriscoreVerificationPipeline),
  scoring: () =>
    import('./evaluation').then(({ veriscoreVerificationEvaluations }) => veriscoreVerificationEvaluations),
  samples: () => import('./sample-records').then(({ quirkyRecords }) => quirkyRecords),
  practice: () => import('./practice').then(({ veriscoreVerificationPractice }) => veriscoreVerificationPractice),
}
