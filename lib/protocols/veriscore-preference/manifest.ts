import type { Manifest } from '@/lib/protocols/manifest'
import { veriscorePreference } from './veriscore-preference'
import { veriscorePreferenceWork } from './work'

export const manifest: Manifest = {
  order: 4,
  work: veriscorePreferenceWork,
  definition: veriscorePreference,
  pipeline: () => import('./prefill').then(({ veriscorePreferencePipeline }) => veriscorePreferencePipeline),
  scoring: () => import('./evaluation').then(({ veriscorePreferenceEvaluations }) => veriscorePreferenceEvaluations),
  samples: () => import('./sample-records').then(({ preferenceRecords }) => preferenceRecords),
  practice: () => import('./practice').then(({ veriscorePreferencePractice }) => veriscorePreferencePractice),
}
