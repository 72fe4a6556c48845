/** Every endpoint of the application: the API document and the access table are made from this list. */
import * as agreement from '@/lib/agreement/contract'
import * as agreementDetail from '@/lib/agreement/detail/contract'
import * as disagreements from '@/lib/agreement/disagreements/contract'
import * as planner from '@/lib/agreement/planner/contract'
import * as receipts from '@/lib/agreement/receipts/contract'
import * as anchoring from '@/lib/anchoring/contract'
import * as annotations from '@/lib/annotations/contract'
import * as undo from '@/lib/annotations/undo/contract'
import * as assignments from '@/lib/assignments/contract'
import * as auditLog from '@/lib/audit-log/contract'
import * as audits from '@/lib/audits/contract'
import * as sampling from '@/lib/audits/sampling/contract'
import * as calibration from '@/lib/calibration/contract'
import * as checks from '@/lib/checks/contract'
import * as comments from '@/lib/comments/contract'
import * as consolidation from '@/lib/consolidation/contract'
import * as discussion from '@/lib/consolidation/discussion/contract'
import * as review from '@/lib/consolidation/review/contract'
import * as dataset from '@/lib/dataset/contract'
import * as evaluation from '@/lib/evaluation/contract'
import * as evaluationReport from '@/lib/evaluation/report/contract'
import * as evidence from '@/lib/evidence/contract'
import * as corpus from '@/lib/evidence/corpus/contract'
import * as guidelines from '@/lib/guidelines/contract'
import * as imports from '@/lib/imports/contract'
import * as items from '@/lib/items/contract'
import * as resegment from '@/lib/items/resegment/contract'
import * as operations from '@/lib/operations/contract'
import * as people from '@/lib/people/contract'
import * as prefill from '@/lib/prefill/contract'
import * as generation from '@/lib/prefill/generation/contract'
import * as outputs from '@/lib/prefill/outputs/contract'
import * as prefillSettings from '@/lib/prefill/settings/contract'
import * as triage from '@/lib/prefill/triage/contract'
import * as trials from '@/lib/prefill/trials/contract'
import * as progress from '@/lib/progress/contract'
import * as projects from '@/lib/projects/contract'
import * as raterMatrix from '@/lib/rater-matrix/contract'
import * as releases from '@/lib/releases/contract'
import * as numberedReleases from '@/lib/releases/release/contract'
import * as publicReleases from '@/lib/releases/release/public/contract'
import * as suggestions from '@/lib/suggestions/contract'
import * as tasks from '@/lib/tasks/contract'
import * as timeline from '@/lib/timeline/contract'
import * as users from '@/lib/users/contract'
import * as invitations from '@/lib/users/invitations/contract'
import * as members from '@/lib/users/members/contract'
import * as tokens from '@/lib/users/tokens/contract'
import * as api from './contract'
import type { Endpoint } from './endpoint'

/** One line a room; whatever a contract exports that is an endpoint belongs to the list. */
const contracts: readonly Record<string, unknown>[] = [
  api,
  agreement,
  agreementDetail,
  disagreements,
  planner,
  receipts,
  anchoring,
  annotations,
  undo,
  assignments,
  auditLog,
  audits,
  sampling,
  calibration,
  checks,
  comments,
  consolidation,
  discussion,
  review,
  dataset,
  evaluation,
  evaluationReport,
  evidence,
  corpus,
  guidelines,
  imports,
  items,
  resegment,
  operations,
  people,
  prefill,
  generation,
  outputs,
  prefillSettings,
  trials,
  triage,
  progress,
  projects,
  raterMatrix,
  releases,
  numberedReleases,
  publicReleases,
  suggestions,
  tasks,
  timeline,
  users,
  invitations,
  members,
  tokens,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

export const endpoints: readonly Endpoint[] = contracts
  .flatMap((contract) => Object.values(contract).filter(isEndpoint))
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
