import { actOnRun } from '@/lib/automation/prefill/act-on-run'
import {
  actOnRunEndpoint,
  getRunEndpoint,
  listRunItemsEndpoint,
  listRunsEndpoint,
  startRunEndpoint,
  streamRunEndpoint,
} from '@/lib/automation/prefill/contract'
import { startGenerationEndpoint } from '@/lib/automation/prefill/generation/contract'
import { startGeneration } from '@/lib/automation/prefill/generation/start-generation'
import { importOutputsEndpoint, listOutputFormatsEndpoint } from '@/lib/automation/prefill/outputs/contract'
import { importOutputs } from '@/lib/automation/prefill/outputs/import-outputs'
import { listOutputFormats } from '@/lib/automation/prefill/outputs/queries'
import { getPrefill, getRun, listRunItems, listRuns } from '@/lib/automation/prefill/queries'
import { getPrefillEndpoint, updatePrefillEndpoint } from '@/lib/automation/prefill/settings/contract'
import { startRun } from '@/lib/automation/prefill/start-run'
import { streamRun } from '@/lib/automation/prefill/stream-run'
import { applyTriage } from '@/lib/automation/prefill/triage/apply-triage'
import { applyTriageEndpoint, getTriageEndpoint } from '@/lib/automation/prefill/triage/contract'
import { getTriage } from '@/lib/automation/prefill/triage/queries'
import { tryStepEndpoint } from '@/lib/automation/prefill/trials/contract'
import { trySteps } from '@/lib/automation/prefill/try-steps'
import { updatePrefill } from '@/lib/automation/prefill/update-prefill'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(startGenerationEndpoint, ({ actor, params, body }) => startGeneration(actor, params.projectId, body)),
  handle(listOutputFormatsEndpoint, ({ actor, params }) => listOutputFormats(actor, params.projectId)),
  handle(importOutputsEndpoint, ({ actor, params, query, request }) =>
    importOutputs(actor, params.projectId, { name: query.fileName, body: request.body }),
  ),
  handle(getPrefillEndpoint, ({ actor, params }) => getPrefill(actor, params.projectId)),
  handle(updatePrefillEndpoint, ({ actor, params, body }) => updatePrefill(actor, params.projectId, body)),
  handle(tryStepEndpoint, ({ actor, params, body, request }) =>
    trySteps(actor, params.projectId, body, request.signal),
  ),
  handle(listRunsEndpoint, ({ actor, params }) => listRuns(actor, params.projectId)),
  handle(startRunEndpoint, ({ actor, params, body }) => startRun(actor, params.projectId, body)),
  handle(getRunEndpoint, ({ actor, params }) => getRun(actor, params.projectId, params.runId)),
  handle(actOnRunEndpoint, ({ actor, params, body }) => actOnRun(actor, params, body)),
  handle(listRunItemsEndpoint, ({ actor, params, query }) => listRunItems(actor, params, query)),
  handle(streamRunEndpoint, ({ actor, params, request }) => streamRun(actor, params, request.signal)),
  handle(getTriageEndpoint, ({ actor, params }) => getTriage(actor, params)),
  handle(applyTriageEndpoint, ({ actor, params, body }) => applyTriage(actor, params, body)),
]
