import type { Manifest } from '@/lib/protocols/manifest'
import { factorGeneration } from './factor-generation'
import { factorGenerationWork } from './work'

export const manifest: Manifest = {
  order: 7,
  work: factorGenerationWork,
  definition: factorGeneration,
  pipeline: () => import('./prefill').then(({ factorGenerationPipeline }) => factorGenerationPipeline),
  samples: () => import('./sample-records').then(({ quirkyPairs, factorRows }) => [...quirkyPairs, ...factorRows]),
  practice: () => import('./practice').then(({ factorGenerationPractice }) => factorGenerationPractice),
}
