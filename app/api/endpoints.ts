/** Every endpoint of the application: the API document and the access table are made from this list. */

import { z } from 'zod'
import * as consolidation from '@/lib/adjudication/consolidation/contract'
import * as discussion from '@/lib/adjudication/consolidation/discussion/contract'
import * as review from '@/lib/adjudication/consolidation/review/contract'
import * as inbox from '@/lib/adjudication/inbox/contract'
import * as mail from '@/lib/adjudication/mail/contract'
import * as outcomes from '@/lib/adjudication/outcomes/contract'
import * as timeline from '@/lib/adjudication/timeline/contract'
import * as annotations from '@/lib/annotation/annotations/contract'
import * as undo from '@/lib/annotation/annotations/undo/contract'
import * as byRule from '@/lib/annotation/assignments/by-rule/contract'
import * as assignments from '@/lib/annotation/assignments/contract'
import * as handOver from '@/lib/annotation/assignments/hand-over/contract'
import * as comments from '@/lib/annotation/comments/contract'
import * as inquiries from '@/lib/annotation/inquiries/contract'
import * as suggestions from '@/lib/annotation/suggestions/contract'
import * as evidence from '@/lib/automation/evidence/contract'
import * as corpus from '@/lib/automation/evidence/corpus/contract'
import * as keys from '@/lib/automation/keys/contract'
import * as prefill from '@/lib/automation/prefill/contract'
import * as generation from '@/lib/automation/prefill/generation/contract'
import * as outputs from '@/lib/automation/prefill/outputs/contract'
import * as prefillSettings from '@/lib/automation/prefill/settings/contract'
import * as triage from '@/lib/automation/prefill/triage/contract'
import * as trials from '@/lib/automation/prefill/trials/contract'
import * as checks from '@/lib/gold/checks/contract'
import * as dataset from '@/lib/gold/dataset/contract'
import * as evaluation from '@/lib/gold/evaluation/contract'
import * as evaluationReport from '@/lib/gold/evaluation/report/contract'
import * as heldOut from '@/lib/gold/held-out/contract'
import * as releases from '@/lib/gold/releases/contract'
import * as pushes from '@/lib/gold/releases/push/contract'
import * as numberedReleases from '@/lib/gold/releases/release/contract'
import * as publicReleases from '@/lib/gold/releases/release/public/contract'
import * as audits from '@/lib/gold/side-samples/contract'
import * as sampling from '@/lib/gold/side-samples/sampling/contract'
import * as api from '@/lib/platform/api/contract'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import type { ApiNames } from '@/lib/platform/api/openapi'
import * as operations from '@/lib/platform/operations/contract'
import * as adjudicators from '@/lib/quality/adjudicators/contract'
import * as agreement from '@/lib/quality/agreement/contract'
import * as agreementDetail from '@/lib/quality/agreement/detail/contract'
import * as disagreements from '@/lib/quality/agreement/disagreements/contract'
import * as pictures from '@/lib/quality/agreement/pictures/contract'
import * as planner from '@/lib/quality/agreement/planner/contract'
import * as receipts from '@/lib/quality/agreement/receipts/contract'
import * as anchoring from '@/lib/quality/anchoring/contract'
import * as calibration from '@/lib/quality/calibration/contract'
import * as distributions from '@/lib/quality/distributions/contract'
import * as hours from '@/lib/quality/hours/contract'
import * as people from '@/lib/quality/people/contract'
import * as ownCourse from '@/lib/quality/people/own-course/contract'
import * as planning from '@/lib/quality/planning/contract'
import * as practice from '@/lib/quality/practice/contract'
import * as practiceItems from '@/lib/quality/practice/own-items/contract'
import * as practicePeople from '@/lib/quality/practice/people/contract'
import * as progress from '@/lib/quality/progress/contract'
import * as raterMatrix from '@/lib/quality/rater-matrix/contract'
import * as seconds from '@/lib/quality/second-adjudication/contract'
import * as auditLog from '@/lib/workspace/audit-log/contract'
import * as guidelines from '@/lib/workspace/guidelines/contract'
import * as imports from '@/lib/workspace/imports/contract'
import * as samples from '@/lib/workspace/imports/samples/contract'
import * as items from '@/lib/workspace/items/contract'
import * as itemDownload from '@/lib/workspace/items/download/contract'
import * as itemEdits from '@/lib/workspace/items/edits/contract'
import * as itemFacts from '@/lib/workspace/items/facts/contract'
import * as resegment from '@/lib/workspace/items/resegment/contract'
import * as itemViews from '@/lib/workspace/items/views/contract'
import * as projects from '@/lib/workspace/projects/contract'
import * as protocolFiles from '@/lib/workspace/protocol-files/contract'
import * as protocolExamples from '@/lib/workspace/protocol-files/examples/contract'
import * as tasks from '@/lib/workspace/tasks/contract'
import * as users from '@/lib/workspace/users/contract'
import * as firstTasks from '@/lib/workspace/users/first-tasks/contract'
import * as groups from '@/lib/workspace/users/groups/contract'
import * as invitations from '@/lib/workspace/users/invitations/contract'
import * as members from '@/lib/workspace/users/members/contract'
import * as ownData from '@/lib/workspace/users/own-data/contract'
import * as teams from '@/lib/workspace/users/teams/contract'
import * as tokens from '@/lib/workspace/users/tokens/contract'

/** One line a room; whatever a contract exports that is an endpoint belongs to the list. */
const contracts: readonly Record<string, unknown>[] = [
  api,
  agreement,
  agreementDetail,
  disagreements,
  pictures,
  planner,
  planning,
  receipts,
  anchoring,
  annotations,
  undo,
  assignments,
  byRule,
  handOver,
  auditLog,
  audits,
  sampling,
  adjudicators,
  calibration,
  practice,
  practiceItems,
  practicePeople,
  checks,
  comments,
  inquiries,
  consolidation,
  discussion,
  review,
  inbox,
  mail,
  outcomes,
  dataset,
  evaluation,
  evaluationReport,
  evidence,
  corpus,
  guidelines,
  imports,
  samples,
  items,
  itemDownload,
  itemEdits,
  itemViews,
  itemFacts,
  resegment,
  operations,
  distributions,
  people,
  ownCourse,
  hours,
  keys,
  ownData,
  prefill,
  generation,
  outputs,
  prefillSettings,
  trials,
  triage,
  progress,
  projects,
  protocolFiles,
  protocolExamples,
  raterMatrix,
  seconds,
  releases,
  numberedReleases,
  pushes,
  publicReleases,
  heldOut,
  suggestions,
  tasks,
  timeline,
  users,
  firstTasks,
  invitations,
  groups,
  members,
  teams,
  tokens,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const exported = contracts.flatMap((contract) => Object.entries(contract))

export const endpoints: readonly Endpoint[] = exported
  .map(([, value]) => value)
  .filter(isEndpoint)
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))

/** What the API document calls them and what they share: as their contracts do, without the word for what each of them is. */
export const apiNames: ApiNames = {
  operations: new Map(
    exported.flatMap(([name, value]) =>
      isEndpoint(value) ? [[value, name.replace(/Endpoint$/, '')] satisfies [Endpoint, string]] : [],
    ),
  ),
  schemas: new Map(
    exported.flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name.replace(/Schema$/, '')] satisfies [z.ZodType, string]] : [],
    ),
  ),
}
