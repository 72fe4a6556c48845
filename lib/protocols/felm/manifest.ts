import type { Manifest } from '@/lib/protocols/manifest'
import { felm } from './felm'
import { felmWork } from './work'

export const manifest: Manifest = {
  order: 1,
  work: felmWork,
  definition: felm,
  pipeline: () => import('./prefill').then(({ felmPipeline }) => felmPipeline),
  scoring: () => import('./evaluation').then(({ felmEvaluations }) => felmEvaluations),
  samples: () => import('./sample-records').then(({ quirkyRecords, plainRecord }) => [...quirkyRecords, plainRecord]),
  practice: () => import('./practice').then(({ felmPractice }) => felmPractice),
}
