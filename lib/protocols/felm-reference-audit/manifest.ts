import type { Manifest } from '@/lib/protocols/manifest'
import { felmReferenceAudit } from './felm-reference-audit'
import { felmReferenceAuditWork } from './work'

export const manifest: Manifest = {
  order: 8,
  work: felmReferenceAuditWork,
  definition: felmReferenceAudit,
  pipeline: () => import('./prefill').then(({ felmReferenceAuditPipeline }) => felmReferenceAuditPipeline),
  samples: () => import('@/lib/protocols/felm-audits/sample-records').then(({ referenceRecords }) => referenceRecords),
  practice: () => import('./practice').then(({ felmReferenceAuditPractice }) => felmReferenceAuditPractice),
}
