import type { Manifest } from '@/lib/protocols/manifest'
import { felmResponseAudit } from './felm-response-audit'
import { felmResponseAuditWork } from './work'

export const manifest: Manifest = {
  order: 9,
  work: felmResponseAuditWork,
  definition: felmResponseAudit,
  pipeline: () => import('./prefill').then(({ felmResponseAuditPipeline }) => felmResponseAuditPipeline),
  samples: () => import('@/lib/protocols/felm-audits/sample-records').then(({ responseRecords }) => responseRecords),
  practice: () => import('./practice').then(({ felmResponseAuditPractice }) => felmResponseAuditPractice),
}
